"""Measures a trained reader on the held-out fifth of the labels, by the same figures as `pnpm bench:garment`.

    python3 evaluate.py RUN/reader.pt PICTURES --labels FILE.jsonl [FILE.jsonl=FOLDER …] [--json OUT]
"""
import argparse
import json

import numpy as np
import torch

from garment_labels import COLLAR, SLEEVE_LEFT, is_held_out, kind_of, polygon_mask, read_labels, read_picture, POINTS_OF
from read import load_reader, read

SIDE = 512
UNMEASURED = ('elbow', 'waist')  # of upper garments


def iou(a, b):
    either = (a | b).sum()
    return float((a & b).sum() / either) if either else 0.0


def measure(model, label, folder):
    image = read_picture(f'{folder}/{label["image"]}', SIDE)
    h, w = image.shape[:2]
    found = read(model, image, label['category'])
    polygons = label['polygons']
    xs = np.asarray(polygons['outline'], float)[:, 0] / 100 * w
    width = xs.max() - xs.min()
    kind = kind_of(label['category'])
    score = {'image': label['image'], 'category': label['category'], 'errors': {}, 'sure': {}, 'sleeves': [], 'states': [], 'collar': None}
    for name in POINTS_OF[kind]:
        truth = label['points'].get(name)
        if truth is None or (kind == 'upper' and name.startswith(UNMEASURED)):
            continue
        x, y, sure, _ = found['points'][name]
        score['errors'][name] = float(np.hypot(x - truth[0] / 100 * w, y - truth[1] / 100 * h) / width)
        score['sure'][name] = sure
    score['outline'] = iou(found['garment'], polygon_mask(polygons['outline'], w, h) > 127)
    if kind == 'upper':
        for i, name in enumerate(('sleeveLeft', 'sleeveRight')):
            if polygons.get(name):
                score['sleeves'].append(iou(found['classes'] == SLEEVE_LEFT + i, polygon_mask(polygons[name], w, h) > 127))
            score['states'].append([label['attributes'][name], found['answers'][name]])
        if polygons.get('collar'):
            score['collar'] = iou(found['classes'] == COLLAR, polygon_mask(polygons['collar'], w, h) > 127)
    score['view'] = found['answers']['view'] == label['attributes']['view']
    return score


def mean(values):
    return round(float(np.mean(values)), 4) if len(values) else None


def summarise(scores):
    errors = [e for s in scores for e in s['errors'].values()]
    states = [pair for s in scores for pair in s['states']]
    return {
        'pck5': mean([e < 0.05 for e in errors]),
        'pck10': mean([e < 0.1 for e in errors]),
        'outlineIoU': mean([s['outline'] for s in scores]),
        'sleeveIoU': mean([v for s in scores for v in s['sleeves']]),
        'collarIoU': mean([s['collar'] for s in scores if s['collar'] is not None]),
        'sleeveState': mean([a == b for a, b in states]),
        'foldedState': mean([a == b for a, b in states if a == 'folded']),
        'folded': sum(a == 'folded' for a, _ in states),
        'view': mean([s['view'] for s in scores]),
        'n': len(scores),
    }


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('reader')
    parser.add_argument('pictures')
    parser.add_argument('--labels', nargs='+', required=True)
    parser.add_argument('--json')
    args = parser.parse_args()
    torch.set_num_threads(1)
    model, scores = load_reader(args.reader), []
    for entry in args.labels:
        labels, folder = entry.split('=', 1) if '=' in entry else (entry, args.pictures)
        scores += [measure(model, label, folder) for label in read_labels(labels) if is_held_out(label)]
    categories = sorted({s['category'] for s in scores})
    report = {'categories': {c: summarise([s for s in scores if s['category'] == c]) for c in categories}, 'all': summarise(scores)}
    names = sorted({name for s in scores for name in s['errors']})
    report['points'] = {name: mean([s['errors'][name] < 0.05 for s in scores if name in s['errors']]) for name in names}
    for name, figures in [*report['categories'].items(), ('all', report['all'])]:
        print(name.ljust(8), json.dumps(figures))
    print(json.dumps(report['points']))
    if args.json:
        with open(args.json, 'w') as f:
            json.dump({**report, 'labels': scores}, f, indent=1)


if __name__ == '__main__':
    main()
