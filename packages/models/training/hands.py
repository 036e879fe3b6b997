"""Hands, carried things and tights on the photos of Clothing Co-Parsing, which has no label of hands and misses phones, cups and the like.

person-labels.jsonl  what eyes drew on some photos, one JSON object a line, the last one of a photo counts:
                     {"image", "hands": ["H1", [[x, y], ...]], "carried": ["C1", ...], "tights": ["T1", ...], "ignore": [...]}
                     Polygons in percent of the photo's width and height; "H1", "H2" are the drafts below, "C1" and "T1" the data set's
                     own bags and stockings.
wrists.jsonl         where the pose network sees the arms of every photo: {"image", "left": [[x, y] of wrist, elbow, little finger,
                     index finger, thumb], "right": [...], "shoulders": [[x, y], [x, y]]} in pixels

A draft is the skin beyond a wrist. Photos that no eye has seen are learnt from by their drafts.
"""
import json
import os

import cv2
import numpy as np

from labels import CLASSES, IGNORE

HERE = os.path.dirname(os.path.abspath(__file__))
HAND, SKIN, BAG, LEGWEAR = (CLASSES.index(name) for name in ('hand', 'skin', 'bag', 'legwear'))
ON_HANDS = ('skin', 'ring', 'bracelet', 'watch')
DRAFTS = {'C1': ('bag', 'purse', 'wallet'), 'T1': ('tights', 'stockings', 'socks', 'leggings')}
# A hand is at least this long, in forearms and in shoulder widths; the draft reaches so many of its lengths from the wrist, and begins a
# tenth of one above it.
OF_FOREARM, OF_SHOULDERS, REACH, ABOVE = 0.28, 0.18, 2.3, 0.1


def read_lines(file):
    """{photo's name without extension: the last line about it}."""
    with open(os.path.join(HERE, file)) as lines:
        return {os.path.splitext(row['image'])[0]: row for row in map(json.loads, lines)}


class Hands:
    def __init__(self, names):
        """names: the data set's 59 labels, in their order."""
        self.index = {name: i for i, name in enumerate(names)}
        self.wrists, self.seen = read_lines('wrists.jsonl'), read_lines('person-labels.jsonl')

    def of(self, raw, names):
        return np.isin(raw, [self.index[name] for name in names])

    def drafts(self, name, raw):
        """{'H1': mask of the left arm's hand, 'H2': that of the right one}, where there is one. raw: uint8 [H, W], the data set's labels."""
        arms = self.wrists.get(name)
        return {} if arms is None else {
            key: mask for key, mask in (('H1', self.draft(arms, 'left', raw)), ('H2', self.draft(arms, 'right', raw))) if mask is not None
        }

    def draft(self, arms, side, raw):
        wrist, elbow, *fingers = np.array(arms[side], float)
        shoulders = np.array(arms['shoulders'], float)
        way = np.mean(fingers, 0) - wrist
        seen = np.linalg.norm(way)
        length = max(seen, OF_FOREARM * np.linalg.norm(wrist - elbow), OF_SHOULDERS * np.linalg.norm(shoulders[0] - shoulders[1]))
        way = way / max(seen, 1e-6)
        y, x = np.mgrid[:raw.shape[0], :raw.shape[1]]
        along = (x - wrist[0]) * way[0] + (y - wrist[1]) * way[1]
        beyond = (along > -ABOVE * length) & (np.hypot(x - wrist[0], y - wrist[1]) < REACH * length)
        count, parts = cv2.connectedComponents((self.of(raw, ON_HANDS) & beyond).astype(np.uint8))
        middle = wrist + 0.8 * length * way
        near = parts[np.hypot(x - middle[0], y - middle[1]) < length]
        hand = np.isin(parts, [part for part in np.unique(near) if part > 0])
        return hand if hand.sum() > 12 else None

    def apply(self, name, raw, label):
        """Writes hands, carried things and tights into label, uint8 [H, W] of class indices; returns whether an eye has seen the photo."""
        drafts = self.drafts(name, raw)
        row = self.seen.get(name)
        if row is None:
            for mask in drafts.values():
                label[mask] = HAND
            return False
        own = {**drafts, **{key: self.of(raw, members) for key, members in DRAFTS.items()}}
        # What the data set calls a bag or stockings and the eye does not is unknown.
        for kind, key in (('carried', 'C1'), ('tights', 'T1')):
            if key not in row[kind]:
                label[own[key] & ((label == BAG) | (label == LEGWEAR))] = IGNORE
        for kind, to in (('tights', LEGWEAR), ('carried', BAG), ('hands', HAND), ('ignore', IGNORE)):
            for shape in row[kind]:
                label[own[shape] if isinstance(shape, str) else polygon(shape, raw.shape)] = to
        return True


def polygon(points, size):
    """Mask of a polygon in percent of size = (height, width)."""
    mask = np.zeros(size, np.uint8)
    cv2.fillPoly(mask, [np.round(np.array(points, float) * [size[1] / 100, size[0] / 100] * 8).astype(np.int32)], 1, shift=3)
    return mask > 0
