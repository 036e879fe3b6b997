"""The garment reader: what a product picture shows, part by part and point by point.

Input  image float32 [N, 3, S, S], RGB, x / 127.5 - 1, the picture fitted into a square (S a multiple of 32, trained at 256);
       category float32 [N, 5], one-hot in the order of garment_labels.CATEGORIES, all zero where nobody named it.
Output maps float32 [N, 6 + 1 + 24, S / 2, S / 2]: logits of the parts (softmax), of foreign things before the garment (sigmoid), and of
       each point's place (softmax over the plane);
       answers float32 [N, 23 + 24]: logits of garment_labels.ANSWERS one after the other, and of whether each point is there.

Encoder and decoder are the person parser's (../network.py); the encoder starts from garment-category.onnx, whose batch norms are folded.
"""
import os
import sys

import torch
import torch.nn as nn
import torch.nn.functional as F

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..'))
from network import SKIPS, ConvNorm, Parser  # noqa: E402

from garment_labels import ANSWERS, CATEGORIES, PARTS, POINTS  # noqa: E402

ANSWER_SIZES = [len(values) for values in ANSWERS.values()]
MAPS = len(PARTS) + 1 + len(POINTS)
FOREIGN = len(PARTS)


class Folded(nn.Module):
    """A convolution with its batch norm folded in, and (optionally) ReLU6; pads as Keras does."""

    def __init__(self, like):
        super().__init__()
        conv = like.conv
        self.stride, self.act = like.stride, like.act
        self.conv = nn.Conv2d(conv.in_channels, conv.out_channels, conv.kernel_size, conv.stride, conv.padding, groups=conv.groups)

    def forward(self, x):
        if self.stride == 2:
            x = F.pad(x, (0, 1, 0, 1))
        x = self.conv(x)
        return F.hardtanh(x, 0.0, 6.0) if self.act else x


def fold_all(module):
    for name, child in list(module.named_children()):
        if isinstance(child, ConvNorm):
            setattr(module, name, Folded(child))
        else:
            fold_all(child)


def means_of_quarters(y):
    """As adaptive_avg_pool2d(y, 2).flatten(1), which ONNX has for fixed sizes only."""
    h, w = y.shape[2] // 2, y.shape[3] // 2
    quarters = [y[:, :, :h, :w], y[:, :, :h, w:], y[:, :, h:, :w], y[:, :, h:, w:]]
    return torch.stack([quarter.mean((2, 3)) for quarter in quarters], 2).flatten(1)


class Reader(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = Parser(MAPS)
        self.body.stem = Folded(self.body.stem)
        fold_all(self.body.first)
        fold_all(self.body.blocks)
        self.named = nn.Linear(len(CATEGORIES), 320, bias=False)
        nn.init.zeros_(self.named.weight)
        self.answers = nn.Sequential(
            nn.Linear(320 * 4 + len(CATEGORIES), 128), nn.ReLU(), nn.Linear(128, sum(ANSWER_SIZES) + len(POINTS)))

    def forward(self, image, category):
        body = self.body
        half = body.first['project'](body.first['depthwise'](body.stem(image)))
        taps, y = {}, half
        for number, block in enumerate(body.blocks, start=1):
            y = block(y)
            if number in SKIPS:
                taps[SKIPS[number]] = y
        y = y + self.named(category)[:, :, None, None]
        answers = self.answers(torch.cat([means_of_quarters(y), category], 1))
        z = body.up16(y, taps['sixteenth']) + body.context(y)
        z = body.up2(body.up4(body.up8(z, taps['eighth']), taps['quarter']), half)
        return body.head(z), answers


def start_encoder(model, path):
    """Starts the encoder from an exported category network. Returns the number of layers read."""
    import onnx
    from onnx import numpy_helper
    found = {t.name.replace('_half', ''): numpy_helper.to_array(t).astype('float32') for t in onnx.load(path).graph.initializer}
    count = 0
    for name, layer in model.body.named_modules():
        if not isinstance(layer, Folded):
            continue
        weight = found[f'model.{name}.conv.weight']
        if weight.shape != tuple(layer.conv.weight.shape):
            raise ValueError(f'{name} has the shape {weight.shape} in {path}, {tuple(layer.conv.weight.shape)} here')
        layer.conv.weight.data = torch.from_numpy(weight.copy())
        layer.conv.bias.data = torch.from_numpy(found[f'model.{name}.conv.bias'].copy())
        count += 1
    return count
