"""Writes the reader as ONNX (opset 13, one picture of 256 x 256), its weights in half precision.

    python3 export.py RUN/reader.pt OUT.onnx

The weights are stored as float16 with a Cast in front of each; the arithmetic stays float32.
"""
import argparse
import os
import sys

import onnx
import torch

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..'))
from export_parser import fuse, halve  # noqa: E402

from garment_labels import CATEGORIES  # noqa: E402
from read import load_reader  # noqa: E402

SIZE = 256


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('reader')
    parser.add_argument('out')
    args = parser.parse_args()
    model = fuse(load_reader(args.reader).to(memory_format=torch.contiguous_format))
    inputs = (torch.zeros(1, 3, SIZE, SIZE), torch.zeros(1, len(CATEGORIES)))
    torch.onnx.export(
        model, inputs, args.out, opset_version=13, input_names=['image', 'category'], output_names=['maps', 'answers'])
    halve(args.out)
    onnx.checker.check_model(onnx.load(args.out))
    print(f'{args.out}: {os.path.getsize(args.out) / 1e6:.1f} MB')


if __name__ == '__main__':
    main()
