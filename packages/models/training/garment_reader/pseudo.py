"""Labels pictures that nobody labelled, by a trained reader that looks at each several times, and keeps what the looks agree in.

    python3 pseudo.py READER.pt PICTURES --labels FILE.jsonl [FILE.jsonl …] --out FOLDER

FOLDER receives one .npz per picture, for `train.py --pseudo FOLDER`. Left out are pictures with a label, held-out ones (by their name's hash)
and those whose looks differ by more than a twentieth of the garment. A point that moves between the looks is not learned from, nor are the
pixels of an unsure edge, nor an answer below four fifths.
"""
import argparse
import os

import cv2
import numpy as np
import torch

from garment_labels import (
    ANSWERS, BACKGROUND, CATEGORIES, COLLAR, INDEX, INSIDE, POINTS, POINTS_OF, SLEEVE_LEFT, TORSO, ABSENT, THERE, UNKNOWN, is_hash_held_out,
    kind_of, read_labels, read_picture,
)
from read import largest_piece, load_reader, peak_of, run, view_of

SIDE, SIZE = 336, 256
MARGINS = (1.12, 1.28, 1.45)  # sides of the looks, garment's longer sides
SAME_GARMENT = 0.95  # intersection over union of each look and their mean
SAME_POINT = 0.025  # of the garment's width
SURE_POINT, SURE_ABSENT, SURE_ANSWER, SURE_PIXEL = 0.35, 0.15, 0.8, 0.6
IGNORED_ANSWER = -100
IGNORED_PIXEL = 255


def look(model, image, category, cx, cy, side):
    """One look, its planes laid back onto the picture."""
    h, w = image.shape[:2]
    parts, foreign, planes, answers, there = run(model, view_of(image, cx, cy, side, SIZE), category)
    step = side / parts.shape[1]
    move = np.array([[step, 0, cx - side / 2 + step / 2 - 0.5], [0, step, cy - side / 2 + step / 2 - 0.5]], np.float32)
    laid = lambda plane, edge: cv2.warpAffine(plane, move, (w, h), flags=cv2.INTER_LINEAR, borderValue=edge)
    whole = np.stack([laid(plane, float(i == BACKGROUND)) for i, plane in enumerate(parts)])
    points = {}
    for name in POINTS_OF[kind_of(category)]:
        (x, y), sure = peak_of(planes[INDEX[name]])
        points[name] = ((x + 0.5) * step + cx - side / 2, (y + 0.5) * step + cy - side / 2, sure, float(there[INDEX[name]]))
    return {'parts': whole, 'foreign': laid(foreign, 0.0), 'points': points, 'answers': answers}


def frame_of(parts):
    body = largest_piece(parts[TORSO:COLLAR + 1].sum(0) > 0.5)
    if body.sum() < 0.02 * body.size:
        return None
    ys, xs = np.where(body)
    return body, (xs.min() + xs.max() + 1) / 2, (ys.min() + ys.max() + 1) / 2, max(np.ptp(xs), np.ptp(ys)) + 1


def iou(a, b):
    return (a & b).sum() / max(1, (a | b).sum())


def pseudo_label(model, image, category):
    """A sample as garment_labels.sample_of makes it, or None where the looks differ."""
    h, w = image.shape[:2]
    first = look(model, image, category, w / 2, h / 2, max(h, w))
    frame = frame_of(first['parts'])
    if frame is None:
        return None
    _, cx, cy, side = frame
    looks = [look(model, image, category, cx, cy, margin * side) for margin in MARGINS]
    parts = np.mean([seen['parts'] for seen in looks], 0)
    frame = frame_of(parts)
    if frame is None:
        return None
    garment = frame[0]
    for seen in looks:
        if iou(seen['parts'][TORSO:COLLAR + 1].sum(0) > 0.5, garment) < SAME_GARMENT:
            return None
    xs = np.where(garment.any(0))[0]
    width = xs.max() - xs.min() + 1
    return {
        'category': category,
        'image': image,
        **planes_of(parts, garment, np.mean([seen['foreign'] for seen in looks], 0)),
        **points_of(looks, category, width),
        'answers': answers_of(looks),
    }


def planes_of(parts, garment, foreign):
    classes = parts.argmax(0).astype(np.uint8)
    inside = classes == INSIDE
    classes[~garment & ~inside] = BACKGROUND
    classes[(parts.max(0) < SURE_PIXEL) & (garment | (parts[BACKGROUND] < 0.9))] = IGNORED_PIXEL
    alpha = np.where(cv2.dilate((garment | inside).astype(np.uint8), np.ones((5, 5))) > 0, 1 - parts[BACKGROUND], 0)
    return {'parts': classes, 'foreign': (foreign > 0.6).astype(np.uint8), 'alpha': (255 * alpha).astype(np.uint8)}


def points_of(looks, category, width):
    points, states = np.full((len(POINTS), 2), np.nan, np.float32), np.full(len(POINTS), UNKNOWN, np.int8)
    for name in POINTS_OF[kind_of(category)]:
        found = np.array([seen['points'][name] for seen in looks])
        at, sure, there = np.median(found[:, :2], 0), found[:, 2].mean(), found[:, 3].mean()
        spread = np.hypot(*(found[:, :2] - at).T).max()
        if there > 0.5 and sure > SURE_POINT and spread < SAME_POINT * width:
            points[INDEX[name]], states[INDEX[name]] = at, THERE
        elif there < SURE_ABSENT:
            states[INDEX[name]] = ABSENT
    return {'points': points, 'states': states}


def answers_of(looks):
    found = []
    for name in ANSWERS:
        values = np.mean([seen['answers'][name] for seen in looks], 0)
        found.append(int(values.argmax()) if values.max() > SURE_ANSWER else IGNORED_ANSWER)
    return found


def load_pseudo(folder):
    """Samples as garment_labels.sample_of makes them; sleeves have no polygons, only whether there is one."""
    samples = []
    for name in sorted(os.listdir(folder)):
        with np.load(os.path.join(folder, name)) as f:
            s = {key: f[key] for key in f.files}
        s['category'], s['answers'] = str(s['category']), [int(v) for v in s['answers']]
        for i in range(2):
            if s['answers'][i] == IGNORED_ANSWER:  # a vest's armhole, or a sleeve
                s['parts'][s['parts'] == SLEEVE_LEFT + i] = IGNORED_PIXEL
        s['sleeves'] = {f'sleeve{side}': True if (s['parts'] == SLEEVE_LEFT + i).sum() > 80 else None for i, side in enumerate(('Left', 'Right'))}
        samples.append(s)
    return samples


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('reader')
    parser.add_argument('pictures')
    parser.add_argument('--labels', nargs='+', required=True)
    parser.add_argument('--out', required=True)
    args = parser.parse_args()
    torch.set_num_threads(2)
    os.makedirs(args.out, exist_ok=True)
    model = load_reader(args.reader)
    labelled = {label['image'] for path in args.labels for label in read_labels(path)}
    kept = left = 0
    for category in CATEGORIES:
        for name in sorted(os.listdir(os.path.join(args.pictures, category))):
            image_name = f'{category}/{name}'
            if image_name in labelled or is_hash_held_out(image_name):
                continue
            sample = pseudo_label(model, read_picture(os.path.join(args.pictures, image_name), SIDE), category)
            if sample is None:
                left += 1
                continue
            np.savez_compressed(os.path.join(args.out, f'{category}-{os.path.splitext(name)[0]}.npz'), **sample)
            kept += 1
        print(category, 'kept', kept, 'left out', left, flush=True)


if __name__ == '__main__':
    main()
