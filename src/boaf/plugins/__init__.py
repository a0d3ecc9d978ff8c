"""Solvers, players, features and conditions that do not come with boaf.

Wherever boaf accepts the name of a solver or a player, it also accepts an object that follows the contract, and as a
text `module:name`, the name of an installed plug-in, or `command PROGRAM ARGUMENTS` for a program in any language.
A plug-in named by a text runs in its own process (`engine`), so it cannot crash or block boaf.

Every answer of a plug-in is verified: solutions are replayed, and `unsolvable` is compared with the exact solver. An
error names the plug-in (`PluginError`).
"""
