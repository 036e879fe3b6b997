"""Writes the category classifier as ONNX (opset 13, one output of probabilities' logits divided by the temperature).

    python3 export_category.py RUN/category.pt OUT.onnx

Weights are stored as float16 with a Cast in front of each, as the parser's are.
"""
import argparse

import torch

from export_parser import fuse, halve
from network import Parser
from train_category import Classifier


class Calibrated(torch.nn.Module):
    """Logits whose softmax is the measured confidence."""

    def __init__(self, model, temperature):
        super().__init__()
        self.model, self.temperature = model, temperature

    def forward(self, x):
        return self.model(x) / self.temperature


def main():
    a = argparse.ArgumentParser()
    a.add_argument('weights')
    a.add_argument('out')
    o = a.parse_args()
    state = torch.load(o.weights, map_location='cpu')
    model = Classifier(Parser())
    model.load_state_dict(state['average'])
    model = Calibrated(model.eval(), state['temperature']).eval()
    x = torch.randn(1, 3, state['size'], state['size'])
    with torch.no_grad():
        before = model(x)
        fuse(model)
        print('fusing changed the logits by at most', float((before - model(x)).abs().max()))
    torch.onnx.export(model, x, o.out, opset_version=13, input_names=['image'], output_names=['logits'])
    halve(o.out)


if __name__ == '__main__':
    main()
