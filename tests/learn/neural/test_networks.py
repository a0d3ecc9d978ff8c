"""The two networks: shapes, options, and what ours cannot tell apart."""

import subprocess
import sys
from typing import TYPE_CHECKING

import numpy as np
import pytest

from boaf.kernel.dealing import board_of, cards_of, draw_deals
from boaf.learn.data.making import random_states
from boaf.learn.neural.graph_inputs import PAIR_INPUTS, STACK_INPUTS, graph_inputs, stacks_of
from boaf.learn.neural.image_inputs import MAPS
from boaf.learn.neural.model_guided_search import natural_judge, network_judge, ordered_search
from boaf.solvers.batch import solve_many
from boaf.solvers.contract import Verdict
from boaf.support.errors import BoafError

if TYPE_CHECKING:
    import torch

    from boaf.learn.neural.inference import probabilities
    from boaf.learn.neural.muon import Muon, orthogonal
    from boaf.learn.neural.network_files import load_network
    from boaf.learn.neural.networks import PaperNetwork, new_network, widths

pytestmark = pytest.mark.slow


def setup_module() -> None:
    """Import what needs PyTorch when a test runs, not when tests are collected."""
    global torch, probabilities, Muon, orthogonal, load_network, PaperNetwork, new_network, widths
    torch = pytest.importorskip("torch")
    from boaf.learn.neural.inference import probabilities
    from boaf.learn.neural.muon import Muon, orthogonal
    from boaf.learn.neural.network_files import load_network
    from boaf.learn.neural.networks import PaperNetwork, new_network, widths


def test_the_paper_s_layers_are_those_of_the_published_code() -> None:
    network = PaperNetwork(maps=["odd-bird"])
    assert widths(15, True) == [32, 30, 28, 26, 24, 22, 20, 18, 16, 14, 12, 10, 8, 6, 4, 2]
    assert network.entry.in_features == 8
    assert network.convolution is not None
    assert (network.convolution.in_channels, network.convolution.out_channels) == (1, 2)
    assert widths(3, False) == [32, 32, 32, 2]


@pytest.mark.parametrize("layers", [1, 3, 5, 10, 15])
@pytest.mark.parametrize(("rows", "cols"), [(4, 4), (3, 3), (5, 5)])
def test_every_variation_answers(layers: int, rows: int, cols: int) -> None:
    cards = draw_deals(np.arange(3), rows * cols)
    for convolution in (True, False):
        for shrinking in (True, False):
            network = PaperNetwork(rows, cols, MAPS[:2], convolution, shrinking, layers)
            assert network(*network.inputs(cards, rows, cols)).shape == (3, 2)
            assert len(network.steps) == layers


def test_the_loss_is_the_squared_error_summed_over_both_outputs() -> None:
    network = PaperNetwork()
    losses = network.losses(torch.tensor([[1.0, 0.0], [0.5, 0.5]]), torch.tensor([1.0, 0.0]))
    assert losses.tolist() == [0.0, 0.5]


def test_a_network_of_one_size_refuses_another() -> None:
    with pytest.raises(BoafError, match="made for 4 × 4 boards, not for 3 × 3"):
        PaperNetwork().inputs(draw_deals(np.arange(1), 9), 3, 3)


def test_our_network_does_not_mind_the_order_of_rows_and_columns() -> None:
    network, _ = load_network("stacks")
    cards = random_states(40, seed=2).cards
    grids = cards.reshape(-1, 4, 4)
    known = probabilities(network, cards, 4, 4)
    for other in (grids[:, [2, 0, 3, 1]], grids[:, :, [1, 3, 0, 2]], grids.transpose(0, 2, 1)):
        assert probabilities(network, other.reshape(-1, 16), 4, 4) == pytest.approx(known, abs=1e-4)


def test_a_board_with_one_stack_is_solved() -> None:
    cards = cards_of(board_of(np.array([255, 255, 7, 255], np.uint8), 2))
    assert network_judge()(cards[None], 2, 2)[0] > 0.999


def test_the_graph_inputs_are_those_of_plain_python() -> None:
    import networkx as nx

    from boaf.graphs import compatibility_graph, position_graph

    cards = random_states(40, seed=4).cards
    cards = cards[stacks_of(cards) == 9]
    assert len(cards)
    of_stacks, of_pairs = graph_inputs(cards, 4, 4)
    assert of_stacks.shape == (len(cards), 9, len(STACK_INPUTS))
    assert of_pairs.shape == (len(cards), len(PAIR_INPUTS), 9, 9)
    for k, numbers in enumerate(cards):
        board = board_of(numbers, 4)
        places = [cell for cell, card in enumerate(board.tops) if card is not None]
        tops = [board.tops[cell] for cell in places]
        for i in range(9):
            one = tops[i]
            assert one is not None
            by_card = [
                other
                for other in tops
                if other and other != one and (other.suit == one.suit or abs(other.rank - one.rank) <= 1)
            ]
            assert of_stacks[k, i, 0] == len(by_card) / 4
            in_line = [
                j for j in range(9) if j != i and (places[i] // 4 == places[j] // 4 or places[i] % 4 == places[j] % 4)
            ]
            assert of_stacks[k, i, 1] == len(in_line) / 4
            assert of_stacks[k, i, 2] == sum(tops[j] in by_card for j in in_line) / 2
        for graph, fact in ((compatibility_graph(board), 3), (position_graph(board), 4)):
            for i, vertex in enumerate(sorted(graph.nodes, key=lambda node: _place(node, board, places))):
                rest = graph.subgraph(set(graph.nodes) - {vertex})
                assert bool(of_stacks[k, i, fact]) == (not nx.is_connected(rest))


def _place(node, board, places) -> int:  # type: ignore[no-untyped-def]
    """Where a vertex of a graph stands, whether it is a cell or a card."""
    return places.index(node) if isinstance(node, int) else [board.tops[cell] for cell in places].index(node)


def test_the_shipped_network_knows_more_than_the_odd_bird_rule() -> None:
    network, description = load_network("stacks")
    assert description.recipe["data"]["first_line"] > 500_000
    states = random_states(600, seed=5)
    several = stacks_of(states.cards) > 3
    right = (probabilities(network, states.cards[several], 4, 4) > 0.5) == states.solvable[several]
    assert right.mean() > 0.9


def test_orthogonal_matrices_have_singular_values_near_one() -> None:
    generator = torch.Generator().manual_seed(0)
    for shape in ((3, 8, 5), (3, 5, 8)):
        values = torch.linalg.svdvals(orthogonal(torch.randn(shape, generator=generator)))
        assert (values > 0.5).all()
        assert (values < 1.5).all()


def test_muon_goes_downhill() -> None:
    matrix = torch.nn.Parameter(torch.eye(4) * 3)
    muon = Muon([matrix], lr=0.1)
    for _ in range(40):
        muon.zero_grad()
        (matrix**2).sum().backward()
        muon.step()
    assert float((matrix.detach() ** 2).sum()) < 6  # from 36; the last steps are as long as the first


def test_ordered_search_is_exact_whatever_the_judge() -> None:
    cards = random_states(30, seed=6).cards
    cards = cards[(stacks_of(cards) > 2) & (stacks_of(cards) < 9)]
    solvable = solve_many(cards).solvable
    for judge in (natural_judge, network_judge()):
        for board, is_solvable in zip(cards, solvable, strict=True):
            found = ordered_search(board, 4, 4, judge, 100_000)
            assert (found.verdict is Verdict.SOLVABLE) == is_solvable
    assert ordered_search(cards_of(board_of(cards[0], 4)), 4, 4, natural_judge, 0).verdict is Verdict.UNKNOWN


def test_unknown_networks_are_refused() -> None:
    with pytest.raises(BoafError, match="unknown network 'magic': choose from maps, stacks"):
        new_network("magic", {})


def test_importing_boaf_and_its_data_never_imports_torch() -> None:
    code = (
        "import sys, boaf, boaf.cli, boaf.learn.neural.image_inputs, boaf.learn.neural.graph_inputs, "
        "boaf_papers.sang_yoon.networks; print('torch' in sys.modules)"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout == "False\n"
