"""Turns the exported parser into a faster one for one picture at a time, in floats or in 8 bits.

    python3 quantise_parser.py PARSER.onnx OUT.onnx
    node parser_inputs.mjs DATA INPUTS
    python3 quantise_parser.py PARSER.onnx OUT.onnx --inputs INPUTS

With inputs all three steps are taken, without them the first alone: in 8 bits a sum that is rounded the other way spreads over the whole
picture, so that two processors parse a photo differently. PARSER.onnx is what export_parser.py writes. Needs onnx and onnxruntime (1.30)
and no torch. The steps:

1. The graph is written anew: padding is drawn into the convolutions, and a separable convolution over a concatenation
   becomes the sum of those over its parts. Same function, a fifth less time. Sides stay free, as multiples of 32.
2. Each activation between the stem and the head is held in bytes, 0...255 over the range that has the least squared rounding error on
   the inputs; a ReLU6 is the end of that range. Weights are held in -127...127, one step a kernel, so large that every processor sums
   the products exactly (largest_pair). Written as pairs of QuantizeLinear and DequantizeLinear, from which onnxruntime makes integer
   convolutions.
3. What rounded weights add to a kernel's output on the average (their error times the mean of its input) is taken off its bias. That
   alone halves the error of the logits.
The stem and the block behind it stay in float32: they are as fast so, and a third of the error comes from them. The logits are floats.
"""
import argparse
import os

import numpy as np
import onnx
import onnxruntime as ort
from onnx import TensorProto, helper, numpy_helper

SIZE = (512, 288)
HALF_FROM = 256  # values; as in export_parser.py
FLOAT_LAYERS = ('/stem', '/depthwise', '/project')
WEIGHT_MAX, BYTE_MAX = 127, 255
BIAS_MAX = 2**24  # steps; keeps the bias of a kernel without weights inside of 32 bits
SHARES = (1, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4)  # of the widest range, tried for each activation
SAMPLED = 4000  # values of an activation and input that the ranges are chosen by


class Graph:
    """Nodes in order, and constants by name."""

    def __init__(self):
        self.nodes, self.constants = [], {}

    def constant(self, name, value):
        self.constants[name] = np.array(value, order='C')
        return name

    def node(self, kind, inputs, output, **attributes):
        self.nodes.append(helper.make_node(kind, inputs, [output], name=output, **attributes))
        return output

    def conv(self, x, weight, bias, output, pads, strides, group):
        inputs = [x, self.constant(output + '.w', weight)]
        if bias is not None:
            inputs.append(self.constant(output + '.b', bias))
        return self.node('Conv', inputs, output, kernel_shape=list(weight.shape[2:]), pads=pads, strides=strides, group=group)

    def model(self, half=False):
        """`half` stores weights as float16 with a Cast in front of each, as export_parser.py does: what comes from there is exact so."""
        used = {name for n in self.nodes for name in n.input}
        halved = [k for k, v in self.constants.items() if half and k in used and v.dtype == np.float32 and v.size > HALF_FROM]
        tensors = [numpy_helper.from_array(v, k) for k, v in self.constants.items() if k in used and k not in halved]
        tensors += [numpy_helper.from_array(self.constants[k].astype(np.float16), k + '.half') for k in halved]
        casts = [helper.make_node('Cast', [k + '.half'], [k], name='cast_' + k, to=TensorProto.FLOAT) for k in halved]
        value = lambda name, shape: helper.make_tensor_value_info(name, TensorProto.FLOAT, shape)
        inputs, outputs = [value('image', [1, 3, 'h', 'w'])], [value('logits', [1, 'classes', 'h2', 'w2'])]
        graph = helper.make_graph(casts + self.nodes, 'person-parser', inputs, outputs, tensors)
        model = helper.make_model(graph, opset_imports=[helper.make_opsetid('', 16)], producer_name='drape')
        model.ir_version = 8
        onnx.checker.check_model(model)
        return model


def written_anew(path):
    """Step 1."""
    source, g = onnx.load(path).graph, Graph()
    known = {t.name: numpy_helper.to_array(t) for t in source.initializer}
    channels, padded, parts = {}, {}, {}
    zero, six = g.constant('zero', np.float32(0)), g.constant('six', np.float32(6))
    twice = g.constant('twice', np.array([1, 1, 2, 2], np.float32))

    def conv(x, w, b, output, at):
        pads = [0, 0, 1, 1] if x in padded else list(at['pads'])
        channels[output] = w.shape[0]
        return g.conv(padded.get(x, x), w, b, output, pads, list(at['strides']), at['group'] if w.shape[1] > 1 else w.shape[0])

    def conv_of_parts(n, w, b, at):
        x, output, first, total = n.input[0], n.output[0], 0, None
        for i, part in enumerate(parts[x]):
            own = slice(first, first + channels[part])
            first += channels[part]
            if w.shape[1] == 1:
                parts.setdefault(output, []).append(conv(part, w[own], b[own], f'{output}.{i}', at))
                continue
            product = conv(part, w[:, own], b if i == 0 else None, f'{output}.product{i}', at)
            total = product if total is None else g.node('Add', [total, product], output)
        channels[output] = w.shape[0]

    for n in source.node:
        at = {a.name: helper.get_attribute_value(a) for a in n.attribute}
        x, output = (n.input[0] if n.input else ''), n.output[0]
        if n.op_type == 'Cast' and x in known:
            known[output] = known[x].astype(np.float32)
        elif n.op_type == 'Pad':
            padded[output] = x
        elif n.op_type == 'Conv':
            w, b = (known[k].astype(np.float32) for k in n.input[1:3])
            conv_of_parts(n, w, b, at) if x in parts else conv(x, w, b, output, at)
        elif n.op_type == 'Clip' and x in parts:
            parts[output] = [g.node('Clip', [part, zero, six], part + '.cut') for part in parts[x]]
            channels.update({part + '.cut': channels[part] for part in parts[x]})
        elif n.op_type == 'Concat' and x in channels:
            parts[output] = list(n.input)
        elif n.op_type in ('Clip', 'Resize', 'Add', 'GlobalAveragePool'):
            channels[output] = channels[x]
            if n.op_type == 'Resize':
                g.node('Resize', [x, '', twice], output, mode='linear', coordinate_transformation_mode='half_pixel')
            else:
                g.node(n.op_type, [x, zero, six] if n.op_type == 'Clip' else list(n.input), output)
    return g


def statistics(model, files):
    """Range and mean a channel of each activation over the inputs: ({name: (least, largest)}, {name: [channels]})."""
    watched = onnx.ModelProto()
    watched.CopyFrom(model)
    for n in model.graph.node:
        if n.output[0] != 'logits':
            watched.graph.output.append(helper.make_tensor_value_info(n.output[0], TensorProto.FLOAT, None))
    session = ort.InferenceSession(watched.SerializeToString(), providers=['CPUExecutionProvider'])
    names, rng = [o.name for o in session.get_outputs()], np.random.default_rng(1)
    values, means, bounds = {}, {}, {}
    for file in files:
        image = np.fromfile(file, np.float32).reshape(1, 3, *SIZE)
        for name, a in zip(names, session.run(None, {'image': image})):
            flat = a.reshape(-1)
            low, high = bounds.get(name, (0.0, 0.0))
            bounds[name] = min(low, float(flat.min())), max(high, float(flat.max()))
            values.setdefault(name, []).append(flat[rng.integers(0, flat.size, SAMPLED)] if flat.size > SAMPLED else flat)
            means[name] = means.get(name, 0) + a.mean((0, 2, 3), dtype=np.float64) / len(files)
    return {name: best_range(np.concatenate(v).astype(np.float64), *bounds[name]) for name, v in values.items()}, means


def best_range(values, low, high):
    def error(candidate):
        a, b = candidate
        step = (b - a) / BYTE_MAX
        zero = round(-a / step)
        return np.square((np.clip(np.round(values / step) + zero, 0, BYTE_MAX) - zero) * step - values).mean()

    return min(((low * k, high * j) for k in (SHARES if low < 0 else (1,)) for j in SHARES), key=error)


def largest_pair(weight):
    """Of each kernel [kernels, channels, rows, columns]: the largest sum of two neighbours' weights of one sign, in magnitude.

    As src/convert/byte-pairs.ts tells: processors without VNNI cut the sum of two neighbours' products at 16 bits, 255 * 128. Each weight
    is rounded up by half a step at most, so that 127 steps a pair are safe. Depthwise kernels are summed in 32 bits.
    """
    rows = weight.transpose(0, 2, 3, 1).reshape(len(weight), -1)
    if weight.shape[1] == 1:
        return np.abs(rows).max(1)
    pairs = np.pad(rows, ((0, 0), (0, rows.shape[1] % 2))).reshape(len(weight), -1, 2)
    return np.maximum(np.maximum(pairs, 0).sum(2), np.maximum(-pairs, 0).sum(2)).max(1)


class Quantiser:
    """Steps 2 and 3."""

    def __init__(self, graph, ranges, means):
        self.source, self.ranges, self.means = graph, ranges, means
        self.held, self.same, self.out = {}, {}, Graph()
        self.readers = {}
        for n in graph.nodes:
            for x in n.input:
                self.readers.setdefault(x, []).append(n)

    def hold(self, name, bounds):
        low, high = bounds
        step = np.float32((high - low) / BYTE_MAX)
        zero = np.uint8(np.clip(round(-low / step), 0, BYTE_MAX))
        pair = [self.out.constant(name + '.step', step), self.out.constant(name + '.zero', zero)]
        self.out.node('QuantizeLinear', [name, *pair], name + '.bytes')
        self.out.node('DequantizeLinear', [name + '.bytes', *pair], name + '.read')
        self.held[name] = step

    def hold_cut(self, name):
        """Holds an activation, or the ReLU6 of it where that is all that reads it: its range ends where the ReLU6 does."""
        readers = self.readers.get(name, [])
        cut = readers[0].output[0] if len(readers) == 1 and readers[0].op_type == 'Clip' else None
        if cut is not None:
            self.same[cut] = name
        self.hold(name, self.ranges[cut or name])

    def bytes_of(self, name, values, axis, steps):
        """Kernels as bytes and their reading; returns (name of the reading, values as read)."""
        shape = [1] * values.ndim
        shape[axis] = -1
        rounded = np.clip(np.round(values / steps.reshape(shape)), -WEIGHT_MAX, WEIGHT_MAX).astype(np.int8)
        inputs = [self.out.constant(name + '.bytes', rounded), self.out.constant(name + '.steps', steps),
                  self.out.constant(name + '.zeros', np.zeros(len(steps), np.int8))]
        return self.out.node('DequantizeLinear', inputs, name + '.read', axis=axis), rounded * steps.reshape(shape)

    def conv(self, n):
        (x, output), weight = (n.input[0], n.output[0]), self.source.constants[n.input[1]]
        held = self.same.get(x, x)
        if held not in self.held:
            self.hold(held, self.ranges[x])
        bias = self.source.constants[n.input[2]] if len(n.input) > 2 else np.zeros(len(weight), np.float32)
        least = np.maximum(np.abs(bias), 1e-6) / self.held[held] / BIAS_MAX
        steps = np.maximum(largest_pair(weight) / WEIGHT_MAX, least).astype(np.float32)
        reading, rounded = self.bytes_of(output + '.w', weight, 0, steps)
        error, mean = (weight - rounded).sum((2, 3), dtype=np.float64), self.means[x]
        bias = bias + (error[:, 0] * mean if weight.shape[1] == 1 else error @ mean)
        unit = (steps * self.held[held]).astype(np.float32)
        pieces = [self.out.constant(output + '.b.ints', np.round(bias / unit).astype(np.int32)),
                  self.out.constant(output + '.b.steps', unit), self.out.constant(output + '.b.zeros', np.zeros(len(unit), np.int32))]
        inputs = [held + '.read', reading, self.out.node('DequantizeLinear', pieces, output + '.b.read', axis=0)]
        self.out.node('Conv', inputs, output, **{a.name: helper.get_attribute_value(a) for a in n.attribute})
        self.hold_cut(output)

    def head(self, n):
        """1x1 to floats, as a matrix product over the cells: in the order that integer convolutions leave them in."""
        kernels, x = self.source.constants[n.input[1]], n.input[0]
        weight = kernels[:, :, 0, 0]
        steps = (largest_pair(kernels) / WEIGHT_MAX).astype(np.float32)
        reading, rounded = self.bytes_of('head.w', weight.T, 1, steps)
        bias = self.source.constants[n.input[2]] + (weight - rounded.T) @ self.means[x]
        cells = self.out.node('Transpose', [self.same.get(x, x) + '.read'], 'cells', perm=[0, 2, 3, 1])
        product = self.out.node('MatMul', [cells, reading], 'product')
        sums = self.out.node('Add', [product, self.out.constant('head.b', bias.astype(np.float32))], 'sums')
        self.out.node('Transpose', [sums], 'logits', perm=[0, 3, 1, 2])

    def run(self):
        self.out.constants.update({k: self.source.constants[k] for k in ('zero', 'six', 'twice')})
        for n in self.source.nodes:
            output = n.output[0]
            if output in self.same:
                continue
            if n.op_type == 'Conv' and output == 'logits':
                self.head(n)
            elif n.op_type == 'Conv' and not output.startswith(FLOAT_LAYERS):
                self.conv(n)
            elif output.startswith(FLOAT_LAYERS):
                self.out.nodes.append(n)
                self.out.constants.update({k: self.source.constants[k] for k in n.input if k in self.source.constants})
            else:
                read = [x if x in self.source.constants or x == '' else self.same.get(x, x) + '.read' for x in n.input]
                self.out.node(n.op_type, read, output, **{a.name: helper.get_attribute_value(a) for a in n.attribute})
                if n.op_type == 'Resize':
                    self.hold(output, self.ranges[n.input[0]])
                else:
                    self.hold_cut(output)
        return self.out.model()


def main():
    a = argparse.ArgumentParser()
    a.add_argument('parser')
    a.add_argument('out')
    a.add_argument('--inputs')
    o = a.parse_args()
    if o.inputs is None:
        onnx.save(written_anew(o.parser).model(half=True), o.out)
        return
    files = sorted(os.path.join(o.inputs, f) for f in os.listdir(o.inputs) if f.endswith('.f32'))
    graph = written_anew(o.parser)
    floats = graph.model()
    ranges, means = statistics(floats, files)
    model = Quantiser(graph, ranges, means).run()
    onnx.save(model, o.out)
    run = lambda m, x: ort.InferenceSession(m.SerializeToString(), providers=['CPUExecutionProvider']).run(None, {'image': x})[0]
    pictures = [np.fromfile(f, np.float32).reshape(1, 3, *SIZE) for f in files[::8]]
    pairs = [(run(floats, x), run(model, x)) for x in pictures]
    rms = np.sqrt(np.mean([np.square(p - q).mean() for p, q in pairs]))
    other = np.mean([(p.argmax(1) != q.argmax(1)).mean() for p, q in pairs])
    print(f'{len(files)} inputs; logits differ by {rms:.3f} rms, the class in {100 * other:.2f} % of the cells; {os.path.getsize(o.out)} bytes')


if __name__ == '__main__':
    main()
