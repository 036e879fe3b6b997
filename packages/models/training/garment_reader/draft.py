"""Drafts labels for pictures that nobody labelled, for an eye to correct: the reader's doubts first.

    python3 draft.py READER.pt PICTURES --labels FILE.jsonl [FILE.jsonl …] --out FOLDER [--count top=100 dress=50 …]

FOLDER receives one label per picture, `<category>__<name>.json`, as garment-labels.jsonl has them, with `doubt` (0…1: the mean of what the
peaks of its points lack). Left out are pictures with a label and those that are held out by their name's hash: a draft leans to the reader,
so that no corrected one may measure it.
"""
import argparse
import json
import os

import cv2
import numpy as np
import torch

from garment_labels import CATEGORIES, COLLAR, POINTS_OF, SLEEVE_LEFT, SLEEVE_RIGHT, is_hash_held_out, kind_of, read_labels, read_picture
from read import load_reader, read

SIDE = 640
SMALLEST = 0.0008  # of the picture: smaller pieces are no part


def polygon_of(mask):
    """The largest piece's contour in percent, within half a cell of the reader's plane; None where there is nothing."""
    contours, _ = cv2.findContours(mask.astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    h, w = mask.shape
    best = max(contours, key=cv2.contourArea, default=None)
    if best is None or cv2.contourArea(best) < SMALLEST * h * w:
        return None
    corners = cv2.approxPolyDP(best, 0.0025 * max(h, w), True)[:, 0]
    return [[round(100 * (x + 0.5) / w, 1), round(100 * (y + 0.5) / h, 1)] for x, y in corners.tolist()]


def draft_of(model, image, name, category):
    h, w = image.shape[:2]
    seen = read(model, image, category)
    points, doubts = {}, []
    for point in POINTS_OF[kind_of(category)]:
        x, y, sure, there = seen['points'][point]
        points[point] = [round(100 * x / w, 1), round(100 * y / h, 1)] if there > 0.5 else None
        doubts.append(1 - sure if there > 0.5 else 0)
        doubts.append(2 * min(there, 1 - there))
    classes = seen['classes']
    upper = kind_of(category) == 'upper'
    part = lambda k: polygon_of(classes == k) if upper else None
    return {
        'image': name,
        'category': category,
        'points': points,
        'polygons': {
            'outline': polygon_of(seen['garment']),
            'sleeveLeft': part(SLEEVE_LEFT),
            'sleeveRight': part(SLEEVE_RIGHT),
            'collar': part(COLLAR),
            'insideBack': polygon_of(seen['inside']),
            'foreign': None,
        },
        'attributes': {'side': 'front', **seen['answers']},
        'note': 'drafted by the reader, corrected by eye',
        'doubt': round(float(np.mean(doubts)), 3),
    }


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('reader')
    parser.add_argument('pictures')
    parser.add_argument('--labels', nargs='+', required=True)
    parser.add_argument('--out', required=True)
    parser.add_argument('--count', nargs='+', default=[f'{category}=100' for category in CATEGORIES])
    args = parser.parse_args()
    torch.set_num_threads(2)
    os.makedirs(args.out, exist_ok=True)
    model = load_reader(args.reader)
    labelled = {label['image'] for path in args.labels for label in read_labels(path)}
    for category, count in (entry.split('=') for entry in args.count):
        drafts = []
        for file in sorted(os.listdir(os.path.join(args.pictures, category))):
            name = f'{category}/{file}'
            if name in labelled or is_hash_held_out(name):
                continue
            draft = draft_of(model, read_picture(os.path.join(args.pictures, name), SIDE), name, category)
            if draft['polygons']['outline'] is not None:
                drafts.append(draft)
        drafts.sort(key=lambda draft: -draft['doubt'])
        for draft in drafts[:int(count)]:
            with open(os.path.join(args.out, draft['image'].replace('/', '__') + '.json'), 'w') as f:
                json.dump(draft, f)
        print(category, len(drafts), 'drafted,', min(len(drafts), int(count)), 'kept', flush=True)


if __name__ == '__main__':
    main()
