"""Scales at which every table of the papers is computed in seconds."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from boaf_papers import araki_et_al, hoshino_kahn, hoshino_notarangelo, kucharski_et_al, roberson_sperduto, sang_yoon
from boaf_papers.sang_yoon import BOAF, INIT, SETS, Sets, Training

TINY: Mapping[Any, Any] = {
    hoshino_notarangelo: hoshino_notarangelo.Scale(
        deals=600, condition_deals=5_000, condition_cell=2_000, search_cell=200
    ),
    kucharski_et_al: kucharski_et_al.Scale(seeds=2, fit_seeds=40, epochs=1, others=2, games=2, max_nodes=300),
    roberson_sperduto: roberson_sperduto.Scale(deals=40, state_seeds=6, played={100: 4}, cell_deals=8),
    sang_yoon: replace(
        sang_yoon.SCALES["small"],
        sets=Sets(-5_000, 5_000, 6),
        counted_seeds=6,
        extra_deals=500,
        training=dict.fromkeys(SETS, Training(1, 100, 0.005, 2)),
        more_trials={INIT: 2, BOAF: 2},
        tries=1,
    ),
    hoshino_kahn: 6_000,
    araki_et_al: araki_et_al.Scale(
        states=120,
        island_states=160,
        cutoff_states=60,
        classifier_states=(200,),
        grid_states=150,
        grid_folds=2,
        fit_states=300,
        subset_states=30,
        search_states=30,
        folds=2,
        block_states=60,
    ),
}
