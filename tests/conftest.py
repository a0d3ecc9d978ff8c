import os

import pytest
from hypothesis import settings

settings.register_profile("here", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "here")

SLOW = (
    "tests/census/test_chunks.py::test_reasons_are_those_of_explain",
    "tests/census/test_dask.py",
    "tests/census/test_run.py::test_a_killed_run",
    "tests/census/test_run.py::test_two_runs",
    "tests/cli/test_cli.py::test_every_command_explains_itself",
    "tests/cli/test_play.py::test_ctrl_c_leaves_nobody_waiting_for_a_search",
    "tests/cli/test_sat.py::test_prove_writes_and_checks_a_proof",
    "tests/cli/test_train",
    "tests/envs/test_vector_env.py::test_it_agrees_with_a_loop",
    "tests/kernel/test_spanning_trees.py::test_random_graphs",
    "tests/kernel/test_tables.py::test_every_position_of_few_stacks_is_right",
    "tests/learn/neural/",
    "tests/learn/test_features.py::test_boards_in_play",
    "tests/learn/test_features.py::test_random_states_have_the_features_of_plain_python",
    "tests/learn/test_model.py::test_a_model_says_the_same_after_a_round_trip",
    "tests/models/test_learned.py::test_a_model_changes_no_verdict",
    "tests/papers/",
    "tests/prove/test_checker.py::test_a_damaged_proof_is_rejected",
    "tests/prove/test_explain.py::test_every_proof_of_the_million_deals",
    "tests/prove/test_explain.py::test_explain_agrees",
    "tests/puzzles/test_difficulty.py::test_levels",
    "tests/puzzles/test_generation.py::test_where_no_board_is_decided",
    "tests/reduction/test_play.py::test_random_formulas",
    "tests/solvers/test_battery.py::test_small_boards",
    "tests/solvers/test_endgame.py::test_thousands",
    "tests/solvers/test_papers_searches.py::test_island_merge_agrees",
    "tests/solvers/test_papers_searches.py::test_the_baseline_counts_as_the_challenge_does_on_a_very_hard_deal",
    "tests/solvers/test_papers_searches.py::test_the_heuristic_search_solves",
    "tests/test_docs.py::test_a_page",
    "tests/test_examples.py",
    "tests/test_plain_python.py",
    "tests/web/test_page",
    "tests/web/test_schema.py",
)
"""How the names of slow tests begin: those that train, compile anew, start a browser or a cluster, or take seconds."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.nodeid.startswith(SLOW):
            item.add_marker(pytest.mark.slow)
