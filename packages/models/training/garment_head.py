"""Learns whether a picture shows a garment at all: one linear layer more on the category network's encoder, which stays as it is.

    python3 garment_head.py probe garment-category.onnx PROBE.onnx          gives the mean features as an output
    node garment_views.mjs PRODUCTS STREET PROBE.onnx FEATURES        a line a view: {name, kind, garment, x}
    python3 garment_head.py fit FEATURES garment-category.onnx OUT.onnx REPORT.json

Scores are out of fold: five folds by the SHA-256 of the photo's name, so that views of a photo stay together. The limit is chosen on
half of the photos (the next digit of the hash) and measured on the other half; the shipped layer learns from all views.
"""
import hashlib
import json
import sys

import numpy as np
import onnx
import torch
from onnx import TensorProto, helper, numpy_helper

FOLDS = 5
DECAY = 1e-3          # of the squared weights, on standardised features
HEAVY = {'product': 3, 'shape': 3}
REFUSED = 0.005       # share of the products of half A that the limit may refuse


def pooled(model):
    return next(n for n in model.graph.node if n.op_type == 'ReduceMean').output[0]


def fit(x, y, weight):
    """(weights, bias) of a logistic regression on x as it is."""
    mean, std = x.mean(0), x.std(0) + 1e-6
    z = torch.tensor((x - mean) / std, dtype=torch.float64)
    t, share = torch.tensor(y, dtype=torch.float64), torch.tensor(weight / weight.sum())
    w = torch.zeros(x.shape[1], dtype=torch.float64, requires_grad=True)
    b = torch.zeros(1, dtype=torch.float64, requires_grad=True)
    search = torch.optim.LBFGS([w, b], max_iter=200, line_search_fn='strong_wolfe')

    def loss():
        search.zero_grad()
        each = torch.nn.functional.binary_cross_entropy_with_logits(z @ w + b, t, reduction='none')
        value = (each * share).sum() + DECAY * (w ** 2).sum()
        value.backward()
        return value

    search.step(loss)
    w = w.detach().numpy() / std
    return w, b.item() - float(mean @ w)


def area_under_curve(score, y):
    rank = score.argsort().argsort()
    yes = y == 1
    return float((rank[yes].mean() - (yes.sum() - 1) / 2) / (~yes).sum())


def learn(rows):
    x, y = np.array([r['x'] for r in rows], np.float64), np.array([r['garment'] for r in rows])
    kind = np.array([r['kind'] for r in rows])
    number = np.array([int(hashlib.sha256(r['name'].encode()).hexdigest()[:8], 16) for r in rows])
    weight = np.array([HEAVY.get(k, 1) for k in kind], np.float64)
    for c in (0, 1):
        weight[y == c] /= (y == c).sum()
    score = np.zeros(len(rows))
    for f in range(FOLDS):
        out = number % FOLDS == f
        w, b = fit(x[~out], y[~out], weight[~out])
        score[out] = x[out] @ w + b
    half_a = number // FOLDS % 2 == 0
    limit = round(float(np.quantile(score[half_a & (kind == 'product')], REFUSED)), 1)
    report = {'views': len(rows), 'areaUnderCurve': round(area_under_curve(score, y), 4), 'limit': limit, 'refused': {}}
    for k in sorted(set(kind)):
        report['refused'][k] = {h: [int((score[m & (kind == k)] < limit).sum()), int((m & (kind == k)).sum())] for h, m in (('A', half_a), ('B', ~half_a))}
    return fit(x, y, weight), report


def add_output(model, weights, bias):
    """`garment` [1, 1], a logit, beside what the network told before; replaces such an output."""
    graph = model.graph
    for entries in (graph.node, graph.initializer, graph.output):
        for old in [e for e in entries if e.name == 'garment' or e.name.startswith('garment_head')]:
            entries.remove(old)
    graph.initializer.append(numpy_helper.from_array(weights.astype(np.float32)[None], 'garment_head.weight'))
    graph.initializer.append(numpy_helper.from_array(np.array([bias], np.float32), 'garment_head.bias'))
    graph.node.append(helper.make_node('Gemm', [pooled(model), 'garment_head.weight', 'garment_head.bias'], ['garment'], name='garment_head', transB=1))
    graph.output.append(helper.make_tensor_value_info('garment', TensorProto.FLOAT, [1, 1]))


def main():
    if sys.argv[1] == 'probe':
        model = onnx.load(sys.argv[2])
        model.graph.output.append(helper.make_tensor_value_info(pooled(model), TensorProto.FLOAT, [1, 320]))
        onnx.save(model, sys.argv[3])
        return
    features, network, out, report_file = sys.argv[2:6]
    (weights, bias), report = learn([json.loads(line) for line in open(features)])
    model = onnx.load(network)
    add_output(model, weights, bias)
    onnx.checker.check_model(model)
    onnx.save(model, out)
    text = json.dumps(report, indent=1)
    open(report_file, 'w').write(text + '\n')
    print(text)


if __name__ == '__main__':
    main()
