"""Labels of product pictures, and their split.

A label is a JSON line as `garment-labels.jsonl` beside this folder has it: percent of the picture's width and height, left is left in
the picture. A fifth of all pictures, by the hash of their name, is held out: no training ever sees them. Of pictures with a folded sleeve
it is six tenths: they are rare, and the training makes its own from spread ones.
"""
import hashlib
import json

import cv2
import numpy as np
from PIL import Image, ImageOps

cv2.setNumThreads(1)

CATEGORIES = ['top', 'jacket', 'dress', 'pants', 'skirt']
UPPER = [
    'neckLeft', 'neckRight', 'neckFront', 'shoulderLeft', 'shoulderRight', 'armpitLeft', 'armpitRight',
    'cuffLeftOuter', 'cuffLeftInner', 'cuffRightOuter', 'cuffRightInner', 'elbowLeft', 'elbowRight',
    'waistLeft', 'waistRight', 'hemLeft', 'hemMiddle', 'hemRight',
]
POINTS = UPPER + ['waistMiddle', 'crotch', 'hemLeftOuter', 'hemLeftInner', 'hemRightOuter', 'hemRightInner']
INDEX = {name: i for i, name in enumerate(POINTS)}
POINTS_OF = {
    'upper': UPPER,
    'pants': ['waistLeft', 'waistMiddle', 'waistRight', 'crotch', 'hemLeftOuter', 'hemLeftInner', 'hemRightOuter', 'hemRightInner'],
    'skirt': ['waistLeft', 'waistMiddle', 'waistRight', 'hemLeft', 'hemMiddle', 'hemRight'],
}
PARTS = ['background', 'torso', 'sleeveLeft', 'sleeveRight', 'collar', 'insideBack']
BACKGROUND, TORSO, SLEEVE_LEFT, SLEEVE_RIGHT, COLLAR, INSIDE = range(6)
ANSWERS = {
    'sleeveLeft': ['none', 'spread', 'folded', 'hidden'],
    'sleeveRight': ['none', 'spread', 'folded', 'hidden'],
    'view': ['flat', 'hanger', 'ghost', 'worn', 'other'],
    'closure': ['none', 'closed', 'open'],
    'collar': ['none', 'shirt', 'lapel', 'stand', 'turtleneck', 'hood', 'other'],
}
UNKNOWN, ABSENT, THERE = -1, 0, 1
HELD_OUT_SHARE = 0.2
HELD_OUT_SHARE_FOLDED = 0.6


def mirrored(name):
    return name.replace('Left', '#').replace('Right', 'Left').replace('#', 'Right')


MIRROR = np.array([INDEX[mirrored(name)] for name in POINTS])


def kind_of(category):
    return category if category in ('pants', 'skirt') else 'upper'


def is_held_out(label):
    """Whether training must not see this picture: decided by its name's hash, for labels that will be made as for those there are."""
    folded = 'folded' in (label['attributes']['sleeveLeft'], label['attributes']['sleeveRight'])
    return is_hash_held_out(label['image'], HELD_OUT_SHARE_FOLDED if folded else HELD_OUT_SHARE)


def is_hash_held_out(image_name, share=HELD_OUT_SHARE):
    return int(hashlib.sha256(image_name.encode()).hexdigest()[:8], 16) / 16**8 < share


def read_labels(path):
    with open(path) as f:
        return [json.loads(line) for line in f if line.strip()]


def read_picture(path, side):
    """RGB, the longer side at most `side`, before white where it is transparent."""
    im = ImageOps.exif_transpose(Image.open(path))
    if im.mode in ('RGBA', 'LA', 'P'):
        ground = Image.new('RGBA', im.size, (255, 255, 255, 255))
        ground.alpha_composite(im.convert('RGBA'))
        im = ground
    im = im.convert('RGB')
    scale = side / max(im.size)
    if scale < 1:
        size = (max(1, round(im.width * scale)), max(1, round(im.height * scale)))
        im = im.resize(size, Image.BOX if scale < 0.5 else Image.LANCZOS)
    return np.asarray(im)


def polygon_mask(polygon, width, height):
    """uint8 [height, width], 255 inside; `polygon` in percent, None for nothing."""
    mask = np.zeros((height, width), np.uint8)
    if polygon is not None and len(polygon) > 2:
        corners = np.asarray(polygon, float) / 100 * [width, height]
        cv2.fillPoly(mask, [np.round(corners * 16 - 8).astype(np.int32)], 255, cv2.LINE_AA, 4)
    return mask


def sample_of(label, folder, side=336):
    """A training sample: picture, classes of its pixels, points in pixels with their states, answers."""
    image = read_picture(f'{folder}/{label["image"]}', side)
    h, w = image.shape[:2]
    polygons = label['polygons']
    outline = polygon_mask(polygons['outline'], w, h)
    inside = polygon_mask(polygons.get('insideBack'), w, h)
    parts = np.zeros((h, w), np.uint8)
    parts[inside > 127] = INSIDE
    parts[outline > 127] = TORSO
    for name in ('collar', 'sleeveLeft', 'sleeveRight'):
        parts[(polygon_mask(polygons.get(name), w, h) > 127) & (outline > 127)] = PARTS.index(name)
    foreign = np.zeros((h, w), np.uint8)
    for polygon in polygons.get('foreign') or []:
        foreign |= (polygon_mask(polygon, w, h) > 127).astype(np.uint8)
    points = np.full((len(POINTS), 2), np.nan, np.float32)
    states = np.full(len(POINTS), UNKNOWN, np.int8)
    for name in POINTS_OF[kind_of(label['category'])]:
        at = label['points'].get(name)
        states[INDEX[name]] = ABSENT if at is None else THERE
        if at is not None:
            points[INDEX[name]] = np.asarray(at) / 100 * [w, h]
    sleeves = {
        name: None if polygons.get(name) is None else np.asarray(polygons[name], float) / 100 * [w, h]
        for name in ('sleeveLeft', 'sleeveRight')
    }
    answers = [ANSWERS[name].index(label['attributes'][name]) for name in ANSWERS]
    return {
        'image_name': label['image'],
        'category': label['category'],
        'image': image,
        'parts': parts,
        'foreign': foreign,
        'alpha': np.maximum(outline, inside),
        'points': points,
        'states': states,
        'sleeves': sleeves,
        'answers': answers,
    }
