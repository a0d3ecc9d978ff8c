from boaf.census.blocks.file import BlockFile as BlockFile
from boaf.census.blocks.file import BlockRecord as BlockRecord
from boaf.census.blocks.file import Blocks as Blocks
from boaf.census.blocks.file import BlockSummary as BlockSummary
from boaf.census.blocks.file import report_blocks as report_blocks
from boaf.census.blocks.file import run_blocks as run_blocks
from boaf.census.blocks.verification import verify_blocks as verify_blocks
