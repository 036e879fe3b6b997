"""Reads product pictures with a trained reader, as the product does: two passes, the second on the garment that the first found, each the
mean with the mirrored picture.
"""
import cv2
import numpy as np
import torch

from garment_labels import ANSWERS, BACKGROUND, CATEGORIES, COLLAR, INDEX, INSIDE, MIRROR, PARTS, POINTS, TORSO, kind_of, POINTS_OF
from reader import ANSWER_SIZES, FOREIGN, Reader

SIZE = 256
MARGIN = 1.15  # side of the second view, garment's longer sides
MIRRORED_PARTS = [0, 1, 3, 2, 4, 5]


def load_reader(path):
    model = Reader()
    model.load_state_dict({k: v.float() for k, v in torch.load(path)['model'].items()})
    return model.eval().to(memory_format=torch.channels_last)


def view_of(image, cx, cy, side, size):
    """A square of the picture around a centre, its edge drawn on beyond the picture."""
    k = side / size
    move = np.array([[k, 0, cx - side / 2 + k / 2 - 0.5], [0, k, cy - side / 2 + k / 2 - 0.5]], np.float32)
    source = cv2.GaussianBlur(image, (0, 0), 0.45 * k) if k > 1.3 else image
    return cv2.warpAffine(source, move, (size, size), flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP, borderMode=cv2.BORDER_REPLICATE)


@torch.no_grad()
def run(model, view, category):
    """Parts [6, h, w], foreign [h, w], point planes [24, h, w] as probabilities, and the answers, each the mean of both views."""
    named = torch.zeros(2, len(CATEGORIES))
    if category is not None:
        named[:, CATEGORIES.index(category)] = 1
    x = torch.from_numpy(np.stack([view, view[:, ::-1]]).copy()).permute(0, 3, 1, 2).float() / 127.5 - 1
    maps, answers = model(x.contiguous(memory_format=torch.channels_last), named)
    parts = maps[:, :len(PARTS)].softmax(1)
    foreign = maps[:, FOREIGN].sigmoid()
    planes = maps[:, FOREIGN + 1:]
    planes = planes.flatten(2).softmax(2).reshape(planes.shape)
    *told, there = answers.split([*ANSWER_SIZES, len(POINTS)], 1)
    told = [values.softmax(1) for values in told]
    both = {
        'sleeveLeft': (told[0][0] + told[1][1]) / 2,
        'sleeveRight': (told[1][0] + told[0][1]) / 2,
        **{name: (told[i][0] + told[i][1]) / 2 for i, name in enumerate(ANSWERS) if i > 1},
    }
    there = there.sigmoid()
    return (
        ((parts[0] + parts[1].flip(2)[MIRRORED_PARTS]) / 2).numpy(),
        ((foreign[0] + foreign[1].flip(1)) / 2).numpy(),
        ((planes[0] + planes[1].flip(2)[MIRROR.tolist()]) / 2).numpy(),
        {name: values.numpy() for name, values in both.items()},
        ((there[0] + there[1][MIRROR.tolist()]) / 2).numpy(),
    )


def peak_of(plane):
    """The place of a point in its plane, to parts of a pixel, and the mass around it: how sure it is."""
    smooth = cv2.GaussianBlur(plane, (0, 0), 1.0)
    y, x = np.unravel_index(smooth.argmax(), smooth.shape)
    h, w = smooth.shape
    near = lambda r: (slice(max(0, y - r), min(h, y + r + 1)), slice(max(0, x - r), min(w, x + r + 1)))
    ys, xs = near(2)
    q = smooth[ys, xs]
    at = ((q.sum(0) * np.arange(xs.start, xs.stop)).sum() / q.sum(), (q.sum(1) * np.arange(ys.start, ys.stop)).sum() / q.sum())
    return at, float(smooth[near(4)].sum())


def largest_piece(mask):
    count, pieces, stats, _ = cv2.connectedComponentsWithStats(mask.astype(np.uint8))
    return pieces == 1 + stats[1:, 4].argmax() if count > 1 else mask


def read(model, image, category, size=SIZE, passes=2):
    """Points in pixels with their confidences, parts [h, w] as class numbers, answers by name."""
    h, w = image.shape[:2]
    side, cx, cy = max(h, w), w / 2, h / 2
    for number in range(passes):
        parts, foreign, planes, answers, there = run(model, view_of(image, cx, cy, side, size), category)
        body = largest_piece(parts[TORSO:COLLAR + 1].sum(0) > 0.5)
        if number + 1 < passes and body.sum() > 60:
            ys, xs = np.where(body)
            step, left, top = side / body.shape[0], cx - side / 2, cy - side / 2
            x0, x1, y0, y1 = left + xs.min() * step, left + (xs.max() + 1) * step, top + ys.min() * step, top + (ys.max() + 1) * step
            cx, cy, side = (x0 + x1) / 2, (y0 + y1) / 2, MARGIN * max(x1 - x0, y1 - y0)
    step = side / planes.shape[1]
    points = {}
    for name in POINTS_OF[kind_of(category)]:
        (x, y), sure = peak_of(planes[INDEX[name]])
        points[name] = ((x + 0.5) * step + cx - side / 2, (y + 0.5) * step + cy - side / 2, sure, float(there[INDEX[name]]))
    move = np.array([[step, 0, cx - side / 2 + step / 2 - 0.5], [0, step, cy - side / 2 + step / 2 - 0.5]], np.float32)
    whole = np.stack([cv2.warpAffine(p, move, (w, h), flags=cv2.INTER_LINEAR, borderValue=float(i == BACKGROUND)) for i, p in enumerate(parts)])
    garment = largest_piece(whole[TORSO:COLLAR + 1].sum(0) > 0.5)
    classes = np.where(garment, TORSO + whole[TORSO:COLLAR + 1].argmax(0), BACKGROUND)
    return {
        'points': points,
        'classes': classes,
        'garment': garment,
        'inside': whole[INSIDE] > 0.5,
        'answers': {name: ANSWERS[name][int(values.argmax())] for name, values in answers.items()},
    }
