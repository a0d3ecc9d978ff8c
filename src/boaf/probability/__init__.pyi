from boaf.probability.exact import Hands as Hands
from boaf.probability.exact import count_hands as count_hands
from boaf.probability.grid import SIZES as SIZES
from boaf.probability.grid import Size as Size
from boaf.probability.grid import count_grid as count_grid
from boaf.probability.small_boards import EveryDeal as EveryDeal
from boaf.probability.small_boards import count_every_deal as count_every_deal
