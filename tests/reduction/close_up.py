"""A picture for the docs: some rows of the deal of a formula with the names of the cards."""

from collections.abc import Collection, Mapping, Sequence

from boaf.reduction.construction import Construction, Part
from boaf.render.reduction import BANDS, COLOURS, LEGEND, LEGEND_WIDTH, MARGIN, PAPER, Box, Drawing, Label, legend

WIDTH, HEIGHT, FRAME = 58, 26, 3


def close_up(
    deal: Construction, rows: Sequence[int], regions: Mapping[str, Collection[tuple[int, int]]] | None = None
) -> Drawing:
    """Some rows of a deal with the names of the cards, without the columns that hold fillers only.

    The cells of each of `regions`, which maps colours to cells, get a frame; one within the other if they overlap.
    """
    shown = {(row, column): part for (row, column), part in deal.parts.items() if part is not Part.FILLER}
    columns = sorted({column for row, column in shown if row in rows})
    marks: list[Box | Label] = []
    for x, column in enumerate(columns):
        left = MARGIN / 2 + x * WIDTH
        if column < 2 * deal.formula.variables:
            head = f"{'¬' * (column % 2)}u{column // 2 + 1}"
            marks.append(Label(left + WIDTH / 2, MARGIN / 2, 12, head))
        for y, row in enumerate(rows):
            part, top = shown.get((row, column)), MARGIN + y * HEIGHT
            colour = COLOURS[part] if part else BANDS[0]
            frames = [frame for frame, cells in (regions or {}).items() if (row, column) in cells]
            for number, fill in enumerate([*frames, colour]):
                inset = 1 + FRAME * number
                marks.append(Box(left + inset, top + inset, WIDTH - 2 * inset, HEIGHT - 2 * inset, fill))
            if part:
                name = deal.name(deal.cards[row, column])
                marks.append(Label(left + WIDTH / 2, top + HEIGHT / 2, 12, name, PAPER))
    bottom = MARGIN + len(rows) * HEIGHT
    marks += legend(MARGIN / 2, bottom + LEGEND / 2)
    width = max(MARGIN + len(columns) * WIDTH, LEGEND_WIDTH + MARGIN)
    return Drawing(width, bottom + LEGEND, f"{len(rows)} rows of a deal", marks)
