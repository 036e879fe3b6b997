"""Writes the skin painter as ONNX (opset 13, input [1, 5, 320, 192], weights as float16).

    python3 export.py RUN/painter.pt OUT.onnx
"""
import sys

import torch

from painter import CHANNELS, SkinPainter
from export_parser import fuse, halve


def main():
    weights, out = sys.argv[1:3]
    model = SkinPainter()
    state = torch.load(weights, map_location='cpu')
    model.load_state_dict(state.get('average', state))
    model.eval()
    x = torch.randn(1, CHANNELS, 320, 192)
    with torch.no_grad():
        before = model(x)
        after = fuse(model)(x)
    print('fusing changed the output by at most', float((before - after).abs().max()))
    torch.onnx.export(model, x, out, opset_version=13, input_names=['planes'], output_names=['rgb'])
    halve(out)


if __name__ == '__main__':
    main()
