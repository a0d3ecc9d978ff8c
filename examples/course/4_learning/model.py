"""Unit 4: a model solution. Logistic regression on counts of matches and moves."""

import boaf
import numpy
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler


def features(board):
    graph, legal = boaf.compatibility_graph(board), boaf.stackability_graph(board)
    degrees = sorted(degree for _, degree in graph.degree())
    in_line = sorted(degree for _, degree in legal.degree())
    return [*degrees[:3], *in_line[:3], sum(degrees), sum(in_line), degrees[0] == 0]


def train(boards, labels):
    return make_pipeline(StandardScaler(), LogisticRegression(max_iter=1000)).fit(list(map(features, boards)), labels)


def predict(model, board):
    return float(model.predict_proba(numpy.array([features(board)]))[0, 1])
