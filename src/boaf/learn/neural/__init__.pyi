from boaf.learn.neural.model_guided_search import network_judge as network_judge
from boaf.learn.neural.model_guided_search import network_prior as network_prior
from boaf.learn.neural.pipeline import TrainingPlan as TrainingPlan
from boaf.learn.neural.pipeline import TrainingReport as TrainingReport
from boaf.learn.neural.pipeline import train_network as train_network
from boaf.learn.neural.torch_data import torch_dataset as torch_dataset
from boaf.learn.neural.training import Epoch as Epoch
from boaf.learn.neural.training import TrainingOptions as TrainingOptions

def require_torch() -> None: ...
