"""Every kind of file that boaf reads: which function reads it, and which samples stand for it.

A function that reads and is named in neither table fails `test_readers.py`. Whoever adds one adds a sample of what it
reads to `texts`, `models`, `networks` or `sets`, or says here why none is needed.
"""

from collections.abc import Callable

from tests.fuzz import models, sets, texts
from tests.fuzz.harness import Sample

GROUPS: dict[str, Callable[[], list[Sample]]] = {
    "texts": texts.samples,
    "models": models.samples,
    "sets": sets.samples,
}

READERS = {
    "bench/measuring.py:read_result": "results of a benchmark",
    "learn/neural/policy_player.py:evaluator": "network, maps",
    "census/blocks/file.py:BlockFile._recipe": "blocks, blocks.recipe.json",
    "census/directory.py:CensusDirectory.load": "census, chunk",
    "census/directory.py:_is_recipe": "census, chunk",
    "census/directory.py:CensusDirectory.record": "census, chunk-000000.json",
    "support/store.py:ChunkDirectory.recipe": "chunks, recipe",
    "support/store.py:LineFile.lines": "blocks, blocks.jsonl",
    "cli/boards.py:lines_of_standard_input": "boards, small",
    "cli/boards.py:read_board_file": "boards, small",
    "cli/game.py:_judge": "proof, search",
    "cli/game.py:_moves_of": "moves",
    "cli/compare.py:_boards": "boards, several",
    "cli/sat.py:read_formula": "formula, satisfiable",
    "learn/data/files.py:_read_csv": "data set, challenge",
    "learn/data/files.py:_read_description": "data set, recipe",
    "learn/data/files.py:_read_parquet": "data set, Parquet",
    "learn/data/files.py:read": "data set, CSV",
    "learn/data/files.py:read_recipe": "data set, recipe",
    "learn/feature_models.py:_read_sklearn": "model, sklearn",
    "learn/prediction.py:load": "model, linear",
    "learn/neural/tensor_file.py:_header": "network, maps",
    "learn/neural/tensor_file.py:metadata_of": "network, maps",
    "learn/neural/network_files.py:load_network": "network, stacks",
    "learn/neural/network_files.py:read_tensors": "checkpoint",
    "models/learned.py:_read_linear": "model, linear",
    "models/learned.py:read_learned": "model, trees",
    "models/model_file.py:parse": "model, printed tree",
    "models/model_file.py:read_bytes": "model, printed tree",
    "puzzles/calibration.py:read_results": "results",
    "support/store.py:read_record": "size of the grid",
}
"""The functions that read what may come from anyone, each with a sample of it."""

TRUSTED = {
    "bench/sets.py:_recipes": "comes with boaf",
    "census/deal_list.py:_content": "comes with boaf",
    "census/directory.py:CensusDirectory.save": "reads back what was computed a moment before",
    "cli/boards.py:_is_regular_file": "asks what kind of file there is",
    "cli/completion.py:_shell_named": "reads the name of a process",
    "cli/completion.py:install": "reads the start-up file of a shell, to add a line",
    "cli/process.py:_open_closed_descriptors": "opens the null device",
    "cli/process.py:discard_output": "opens the null device",
    "cli/grade.py:_kind_of": "parses a student's file, which is then run in its own process",
    "cli/grade.py:_judge_prover": "reads what plugin_host wrote",
    "cli/options.py:literal": "reads a word of the command line",
    "solvers/plugin_host.py:main": "reads what boaf writes, in the process of a plug-in",
    "support/files.py:_sync_directory": "opens a directory in order to sync it",
    "support/lazy.py:public_names": "reads what comes with the code",
    "support/store.py:LineFile.append": "writes",
    "support/files.py:_write": "reads back what it has written",
    "support/files.py:parse_json": "is how the others read",
    "support/files.py:read_file": "is how the others read",
    "support/files.py:read_json": "is how the others read",
    "support/files.py:read_text": "is how the others read",
    "kernel/library.py:_is_up_to_date": "reads what comes with the code",
    "kernel/sources.py:_texts": "reads the code of boaf itself",
    "kernel/sources.py:noted_digest": "reads a note next to the code",
    "kernel/tables.py:tables_of": "reads what comes with the code",
    "learn/classifiers.py:_try": "opens the null device",
    "learn/neural/training.py:_append_line": "writes",
    "models/model_file.py:write": "writes",
    "boaf_papers/framework/cell_store.py:CellStore._identity": "copies plain values",
    "boaf_papers/framework/study.py:compute": "copies plain values",
    "puzzles/difficulty.py:_model": "reads what comes with the code",
    "solvers/ordering.py:fitted_weights": "reads what comes with the code",
    "web/app.py:board": "reads a request, not a file; the API has tests of its own",
    "web/server.py:_open": "opens a browser",
    "web/page.py:index_page": "reads what comes with the code",
    "web/page.py:page_files": "reads files of the package",
}
"""The functions that call something by such a name and read nothing that anyone may have spoiled."""
