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
    "census/block_file.py:BlockFile._read": "blocks, blocks.jsonl",
    "census/block_file.py:BlockFile._recipe": "blocks, blocks.recipe.json",
    "census/directory.py:CensusDirectory.load": "census, chunk",
    "census/directory.py:CensusDirectory.manifest_records": "census, manifest.json",
    "census/directory.py:CensusDirectory.record": "census, chunk-000000.json",
    "support/store.py:ChunkDirectory.recipe": "chunks, recipe",
    "cli/standard_input.py:lines_of_standard_input": "boards, small",
    "cli/boards.py:read_board_file": "boards, small",
    "cli/check.py:_judge": "proof, search",
    "cli/check.py:_moves_of": "moves",
    "cli/compare.py:_boards": "boards, several",
    "cli/sat.py:read_formula": "formula, satisfiable",
    "learn/data/files.py:_read_csv": "data set, challenge",
    "learn/data/files.py:_read_facts": "data set, recipe",
    "learn/data/files.py:_read_parquet": "data set, Parquet",
    "learn/data/files.py:read": "data set, CSV",
    "learn/data/files.py:read_recipe": "data set, recipe",
    "learn/feature_models.py:_read_sklearn": "model, sklearn",
    "learn/prediction.py:load": "model, linear",
    "learn/neural/network_files.py:_header": "network, maps",
    "learn/neural/network_files.py:load_network": "network, stacks",
    "learn/neural/network_files.py:parse_tensors": "network, stacks",
    "learn/neural/network_files.py:read_tensors": "checkpoint",
    "models/learned.py:_read_linear": "model, linear",
    "models/learned.py:read_learned": "model, trees",
    "models/model_file.py:parse": "model, printed tree",
    "models/model_file.py:read_bytes": "model, printed tree",
    "support/provenance.py:read_record": "size of the grid",
    "puzzles/puzzle_file.py:PuzzleFile.__init__": "puzzles",
    "puzzles/puzzle_file.py:PuzzleFile._read_line": "puzzles",
}
"""The functions that read what may come from anyone, each with a sample of it."""

TRUSTED = {
    "census/block_file.py:BlockFile.append": "writes",
    "census/directory.py:CensusDirectory.save": "reads back what was computed a moment before",
    "cli/progress.py:study_bar": "opens a progress bar",
    "cli/standard_input.py:is_whole_file": "asks what kind of file there is",
    "cli/streams.py:_fill_closed_places": "opens the null device",
    "cli/streams.py:discard_output": "opens the null device",
    "cli/train.py:_setting": "reads a word of the command line",
    "support/files.py:_sync_directory": "opens a directory in order to sync it",
    "support/files.py:_write": "reads back what it has written",
    "support/files.py:parse_json": "is how the others read",
    "support/files.py:read_file": "is how the others read",
    "support/files.py:read_json": "is how the others read",
    "support/files.py:read_text": "is how the others read",
    "kernel/library.py:_is_up_to_date": "reads what comes with the code",
    "kernel/sources.py:digest": "reads the code of boaf itself",
    "kernel/store.py:tables_of": "reads what comes with the code",
    "learn/classifiers.py:_try": "opens the null device",
    "learn/neural/training.py:_append_line": "writes",
    "models/model_file.py:write": "writes",
    "papers/cell_store.py:CellStore._identity": "copies plain values",
    "papers/in_old_python.py:main": "reads what was written for it a moment before",
    "papers/solvability_defaults.py:_numbers_of": "reads what a program of boaf's own prints",
    "papers/study.py:compute": "copies plain values",
    "puzzles/difficulty.py:_model": "reads what comes with the code",
    "solvers/ordering.py:fitted_weights": "reads what comes with the code",
    "web/app.py:_page": "reads what comes with the code",
    "web/app.py:board": "reads a request, not a file; the API has tests of its own",
    "web/server.py:_open": "opens a browser",
    "web/page.py:page_files": "reads files of the package",
}
"""The functions that call something by such a name and read nothing that anyone may have spoiled."""
