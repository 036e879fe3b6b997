"""The skin painter: the clothes parser's encoder and decoder, and one more step up to the input's size; 2.05 M parameters.

Input  float32 [N, 5, H, W]; H and W multiples of 32 (trained at 320 x 192):
       0-2  RGB in 0...1 as log((x + 0.04) / (mean of the seen skin + 0.04)), so that light keeps the hue; 0 where unknown
       3    1 where the pixel is known, 0 where it must be painted or is hidden
       4    1 where there is skin, known or to be painted, 0...1
Output float32 [N, 3, H, W]: the same logarithm; it means something only where channel 4 is not 0.
"""
import os
import sys

import torch
import torch.nn as nn
import torch.nn.functional as F

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..'))
from network import ConvNorm, Parser, Separable  # noqa: E402

CHANNELS = 5


class SkinPainter(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = Parser(classes=24)
        self.body.stem = ConvNorm(CHANNELS, 32, 3, 2)
        self.last = nn.Sequential(Separable(24 + CHANNELS, 24), nn.Conv2d(24, 3, 1))

    def forward(self, x):
        y = F.interpolate(self.body.coarse(x), scale_factor=2.0, mode='bilinear', align_corners=False)
        return self.last(torch.cat([y, x], 1))


def start_from_parser(model, file):
    """Copies a parser's weights into the painter's body; its first layer sees the two masks with weight 0, its last layer is new."""
    state = torch.load(file, map_location='cpu')
    state = state.get('average', state)
    own = model.body.state_dict()
    for name, value in state.items():
        if name.startswith('head'):
            continue
        if name == 'stem.conv.weight':
            own[name].zero_()
            own[name][:, :3] = value
        else:
            own[name].copy_(value)
    model.body.load_state_dict(own)


class Discriminator(nn.Module):
    """Tells painted from photographed skin, one verdict per patch of about 30 pixels."""

    def __init__(self):
        super().__init__()
        layers, cin = [], 4
        for cout in (24, 48, 64):
            layers += [nn.utils.spectral_norm(nn.Conv2d(cin, cout, 4, 2, 1)), nn.LeakyReLU(0.2)]
            cin = cout
        self.layers = nn.Sequential(*layers, nn.utils.spectral_norm(nn.Conv2d(cin, 1, 3, 1, 1)))

    def forward(self, rgb, skin):
        return self.layers(torch.cat([rgb, skin], 1))
