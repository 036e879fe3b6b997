"""Writes the parser as ONNX (opset 13, dynamic batch, height and width; logits at half the input's size).

    python3 export_parser.py RUN/parser.pt OUT.onnx [--half]

--half stores the weights as float16 with a Cast in front of each (4 MB instead of 8; the arithmetic stays float32).
"""
import argparse

import numpy as np
import onnx
import torch
from onnx import TensorProto, helper, numpy_helper

from labels import CLASSES
from network import Parser


def fuse(model):
    """Folds every batch norm into its convolution, in float64."""
    for m in model.modules():
        if hasattr(m, 'norm') and hasattr(m, 'conv'):
            n, c = m.norm, m.conv
            k = (n.weight.double() / torch.sqrt(n.running_var.double() + n.eps))
            fused = torch.nn.Conv2d(c.in_channels, c.out_channels, c.kernel_size, c.stride, c.padding, groups=c.groups, bias=True)
            fused.weight.data = (c.weight.double() * k[:, None, None, None]).float()
            fused.bias.data = (n.bias.double() - n.running_mean.double() * k).float()
            m.conv, m.norm = fused, torch.nn.Identity()
    return model


def halve(path):
    """Stores float32 initialisers of more than 256 values as float16 behind a Cast."""
    model = onnx.load(path)
    casts, kept = [], []
    for t in model.graph.initializer:
        a = numpy_helper.to_array(t)
        if a.dtype == np.float32 and a.size > 256:
            kept.append(numpy_helper.from_array(a.astype(np.float16), t.name + '_half'))
            casts.append(helper.make_node('Cast', [t.name + '_half'], [t.name], to=TensorProto.FLOAT, name='cast_' + t.name))
        else:
            kept.append(t)
    del model.graph.initializer[:]
    model.graph.initializer.extend(kept)
    nodes = casts + list(model.graph.node)
    del model.graph.node[:]
    model.graph.node.extend(nodes)
    onnx.checker.check_model(model)
    onnx.save(model, path)


class Coarse(torch.nn.Module):
    def __init__(self, parser):
        super().__init__()
        self.parser = parser

    def forward(self, x):
        return self.parser.coarse(x)


def main():
    a = argparse.ArgumentParser()
    a.add_argument('weights')
    a.add_argument('out')
    a.add_argument('--half', action='store_true')
    o = a.parse_args()
    model = Parser(len(CLASSES))
    state = torch.load(o.weights, map_location='cpu')
    model.load_state_dict(state['average'] if 'average' in state else state)
    model.eval()
    x = torch.randn(1, 3, 512, 288)
    with torch.no_grad():
        before = model.coarse(x)
        after = fuse(model).coarse(x)
    print('fusing changed the logits by at most', float((before - after).abs().max()))
    torch.onnx.export(Coarse(model).eval(), x, o.out, opset_version=13, input_names=['image'], output_names=['logits'],
                      dynamic_axes={'image': {0: 'n', 2: 'h', 3: 'w'}, 'logits': {0: 'n', 2: 'h', 3: 'w'}})
    if o.half:
        halve(o.out)


if __name__ == '__main__':
    main()
