"""Draws augmented samples with their labels, to look at before a training.

    python3 sheet.py PICTURES LABELS.jsonl OUT.png [--seed 1]
"""
import argparse

import cv2
import numpy as np

from augment import Augment
from garment_labels import POINTS, THERE, is_held_out, read_labels, sample_of

COLOURS = np.array([[0, 0, 0], [0, 160, 0], [255, 140, 0], [0, 140, 255], [200, 0, 200], [120, 120, 0]])
COLUMNS, ROWS, SIZE = 6, 4, 256


def draw(view):
    image, parts, foreign, points, states, _ = view
    large = cv2.resize(parts, (SIZE, SIZE), interpolation=cv2.INTER_NEAREST)
    drawn = np.where((large > 0)[..., None], 0.6 * image + 0.4 * COLOURS[np.minimum(large, 5)], image).astype(np.uint8)
    drawn[cv2.resize(foreign, (SIZE, SIZE), interpolation=cv2.INTER_NEAREST) == 1] = [255, 0, 0]
    for i in range(len(POINTS)):
        if states[i] == THERE:
            cv2.circle(drawn, tuple(int(2 * v + 0.5) for v in points[i]), 3, (255, 255, 0), -1)
    return drawn


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('pictures')
    parser.add_argument('labels')
    parser.add_argument('out')
    parser.add_argument('--seed', type=int, default=1)
    args = parser.parse_args()
    rng = np.random.default_rng(args.seed)
    labels = [label for label in read_labels(args.labels) if not is_held_out(label)]
    chosen = rng.choice(len(labels), min(len(labels), COLUMNS * ROWS), replace=False)
    samples = [sample_of(labels[i], args.pictures) for i in chosen]
    augment = Augment(samples, SIZE, args.seed)
    views = [draw(augment(s)) for s in samples]
    views += [np.zeros((SIZE, SIZE, 3), np.uint8)] * (COLUMNS * ROWS - len(views))
    rows = [np.concatenate(views[r * COLUMNS:(r + 1) * COLUMNS], 1) for r in range(ROWS)]
    cv2.imwrite(args.out, np.concatenate(rows)[..., ::-1])


if __name__ == '__main__':
    main()
