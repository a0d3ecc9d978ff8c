from boaf.solvers.contract import Limits as Limits
from boaf.solvers.contract import Outcome as Outcome
from boaf.solvers.contract import Result as Result
from boaf.solvers.contract import Solver as Solver
from boaf.solvers.contract import Verdict as Verdict
from boaf.solvers.single import SOLVERS as SOLVERS
from boaf.solvers.single import solve as solve
