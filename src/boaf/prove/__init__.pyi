from boaf.prove.checker import check_proof as check_proof
from boaf.prove.conditions import CONDITIONS as CONDITIONS
from boaf.prove.conditions import Condition as Condition
from boaf.prove.explain import Explanation as Explanation
from boaf.prove.proof import Proof as Proof
