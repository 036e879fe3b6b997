"""How far two people agree who label the same pictures: what a reader can be asked for at most.

    python3 agreement.py FIRST.jsonl SECOND.jsonl
"""
import argparse
import json

import numpy as np

from evaluate import UNMEASURED, iou, mean
from garment_labels import POINTS_OF, kind_of, polygon_mask, read_labels

SIDE = 512  # the masks are drawn on a square: the overlap of two is the same as in the picture


def compare(first, second):
    kind = kind_of(first['category'])
    mask = lambda label, name: polygon_mask(label['polygons'].get(name), SIDE, SIDE) > 127
    xs = np.asarray(first['polygons']['outline'], float)[:, 0]
    width = xs.max() - xs.min()
    score = {'category': first['category'], 'errors': [], 'there': [], 'sleeves': [], 'states': [], 'collar': []}
    for name in POINTS_OF[kind]:
        if kind == 'upper' and name.startswith(UNMEASURED):
            continue
        a, b = first['points'].get(name), second['points'].get(name)
        score['there'].append((a is None) == (b is None))
        if a is not None:
            score['errors'].append(np.inf if b is None else float(np.hypot(a[0] - b[0], a[1] - b[1]) / width))
    score['outline'] = iou(mask(first, 'outline'), mask(second, 'outline'))
    for name in ('sleeveLeft', 'sleeveRight', 'collar'):
        if first['polygons'].get(name):
            score['collar' if name == 'collar' else 'sleeves'].append(iou(mask(first, name), mask(second, name)))
    if kind == 'upper':
        score['states'] = [first['attributes'][n] == second['attributes'][n] for n in ('sleeveLeft', 'sleeveRight')]
    score['view'] = first['attributes']['view'] == second['attributes']['view']
    return score


def summarise(scores):
    flat = lambda name: [value for s in scores for value in s[name]]
    return {
        'pck5': mean([e < 0.05 for e in flat('errors')]),
        'pck10': mean([e < 0.1 for e in flat('errors')]),
        'outlineIoU': mean([s['outline'] for s in scores]),
        'sleeveIoU': mean(flat('sleeves')),
        'collarIoU': mean(flat('collar')),
        'sleeveState': mean(flat('states')),
        'sameSeen': mean(flat('there')),
        'view': mean([s['view'] for s in scores]),
        'n': len(scores),
    }


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('first')
    parser.add_argument('second')
    args = parser.parse_args()
    first = {label['image']: label for label in read_labels(args.first)}
    scores = [compare(first[label['image']], label) for label in read_labels(args.second) if label['image'] in first]
    for category in sorted({s['category'] for s in scores}):
        print(category.ljust(8), json.dumps(summarise([s for s in scores if s['category'] == category])))
    print('all'.ljust(8), json.dumps(summarise(scores)))


if __name__ == '__main__':
    main()
