"""Reports a parser's quality on the validation photos: in all, by tone of skin, and away from the labels' borders.

    python3 report.py DATA --weights RUN/parser.pt [--out report.json]

By tone: photos are grouped by the individual typology angle of their skin pixels' median colour (Chardin et al. 1991:
ITA = atan2(L* − 50, b*); light > 41°, medium 10…41°, dark < 10°). Light on the skin counts like its tone: the groups say how the
parser copes with bright and dark skin areas, not with people.
Away from borders: pixels nearer than 2 px of the network's input to a change of label are left out. What remains of the error
there is confusion of classes; the difference to the whole is where network and label disagree about an outline.
The labels moved: the labels against themselves, one pixel of the network's input to the right and down. A parser that is always
right about the class and draws every outline that far off gets this much.
"""
import argparse
import json

import cv2
import numpy as np
import torch

from data import SKIN, person_box, read_labelled, split, warp
from labels import CLASSES, IGNORE
from network import Parser
from train_parser import LOWER, UPPER, merge_eleven, union_iou

SIZE = (512, 288)
BORDER = 2


def tone_of(image, target):
    """'light' | 'medium' | 'dark', or None where fewer than 200 pixels of skin are seen."""
    skin = image[target == SKIN]
    if len(skin) < 200:
        return None
    lab = cv2.cvtColor((np.median(skin, 0)[None, None] / 255).astype(np.float32), cv2.COLOR_RGB2LAB)[0, 0]
    angle = np.rad2deg(np.arctan2(lab[0] - 50, lab[2]))
    return 'light' if angle > 41 else 'medium' if angle > 10 else 'dark'


def near_border(target):
    """Pixels within BORDER of another label, bool [H, W]."""
    kernel = np.ones((2 * BORDER + 1, 2 * BORDER + 1), np.uint8)
    return cv2.dilate(target, kernel) != cv2.erode(target, kernel)


def summary(table):
    iou = lambda group: round(union_iou(table, [CLASSES.index(c) for c in group]), 4)
    merged = merge_eleven(table)
    eleven = [merged[i, i] / max(1, merged[i].sum() + merged[:, i].sum() - merged[i, i]) for i in range(11)]
    return {'person': iou(CLASSES[1:]), 'clothes': iou(UPPER + LOWER), 'upper': iou(UPPER), 'lower': iou(LOWER),
            'skin': iou(['skin']), 'hair': iou(['hair']), 'mIoU11': round(float(np.mean(eleven)), 4)}


def add(tables, group, target, guess, ok):
    """Counts the pixels of one photo that are `ok` into the group's confusion table."""
    n = len(CLASSES)
    t = tables.setdefault(group, [np.zeros((n, n)), 0])
    t[0] += np.bincount(target[ok].astype(int) * n + guess[ok], minlength=n * n).reshape(n, n)
    t[1] += 1


@torch.no_grad()
def main():
    a = argparse.ArgumentParser()
    a.add_argument('data')
    a.add_argument('--weights', required=True)
    a.add_argument('--out')
    o = a.parse_args()
    torch.set_num_threads(2)
    model = Parser(len(CLASSES))
    model.load_state_dict(torch.load(o.weights))
    model.eval()
    tables = {}
    for relabel in (True, False):
        photos = read_labelled(o.data, relabel)
        held = set(split([p[0] for p in photos])[1])
        for name, rgb, label in (p for p in photos if p[0] in held):
            image, target = warp(rgb, label, person_box(label), SIZE)
            x = torch.from_numpy(image.transpose(2, 0, 1).astype(np.float32) / 127.5 - 1)[None]
            guess = model(x)[0].argmax(0).numpy()
            inside = target != IGNORE
            groups = {'all' if relabel else 'all, skirts not relabelled': inside}
            if relabel:
                groups['away from borders'] = inside & ~near_border(target)
                moved = np.roll(target, (1, 1), (0, 1))
                add(tables, 'the labels moved', target, moved, inside & (moved != IGNORE))
                tone = tone_of(image, target)
                if tone:
                    groups[tone] = inside
            for group, ok in groups.items():
                add(tables, group, target, guess, ok)
    report = {group: {'photos': count, **summary(table)} for group, (table, count) in tables.items()}
    print(json.dumps(report, indent=1))
    if o.out:
        with open(o.out, 'w') as f:
            json.dump(report, f, indent=1)


if __name__ == '__main__':
    main()
