"""Reading, cropping and augmenting the training photos.

Every sample is drawn from one photo by one affine map (crop, flip, turn), then changed in colour. What lies outside the photo is
the replicated border in the picture, as at run time; in the label it is background where background is replicated, else IGNORE.
"""
import hashlib
import os

import cv2
import numpy as np
import torch

from hands import HAND, Hands
from labels import CLASSES, IGNORE, merge_table, names_of, read_garment_names, relabel_skirts, rename_garments
from see_through import clear_bags
from things import cut_bags, lay_thing

ASPECT = 384 / 224  # height : width of the crops that are drawn; the input shows a little less at the sides
GARMENTS = [CLASSES.index(c) for c in ('top', 'outer', 'dress', 'pants', 'skirt')]
SKIN, HAIR = CLASSES.index('skin'), CLASSES.index('hair')
THINGS = 0.35  # chance of one thing more that is laid before or behind a person
PARTS = 0.5  # share of crops that show a part of the body


def split(names, share=0.11):
    """Stable split by the hash of the file name: (training, validation)."""
    held = {n for n in names if int(hashlib.sha256(n.encode()).hexdigest()[:8], 16) / 2**32 < share}
    return [n for n in names if n not in held], [n for n in names if n in held]


def read_labelled(folder, relabel='by eye', only_seen=False):
    """List of (name, RGB uint8 [H, W, 3], label uint8 [H, W]) of all photos whose label is not empty.

    relabel: 'by eye' where an eye has named the garments, True by height alone, False not at all.
    only_seen: leave out photos whose hands no eye has drawn.
    """
    names = names_of(os.path.join(folder, 'label-names.json'))
    table, hands, garments = merge_table(names), Hands(names), read_garment_names()
    out = []
    for file in sorted(os.listdir(os.path.join(folder, 'photos'))):
        name = os.path.splitext(file)[0]
        path = os.path.join(folder, 'labels', name + '.png')
        if not os.path.exists(path):
            continue
        raw = cv2.imread(path, cv2.IMREAD_GRAYSCALE)
        label = table[raw]
        if (label != 0).mean() < 0.01:
            continue
        if relabel == 'by eye' and name in garments:
            rename_garments(label, garments[name])
        elif relabel:
            relabel_skirts(label)
        is_seen = hands.apply(name, raw, label)
        if only_seen and not is_seen:
            continue
        rgb = cv2.cvtColor(cv2.imread(os.path.join(folder, 'photos', file)), cv2.COLOR_BGR2RGB)
        if not is_seen:
            clear_bags(rgb, label)
        out.append((name, rgb, label))
    return out


def person_box(label, grow=1.08):
    """Box (x, y, w, h) around everything that is not background, grown and extended to ASPECT; may leave the photo."""
    ys, xs = np.nonzero((label != 0) & (label != IGNORE))
    x0, x1, y0, y1 = xs.min(), xs.max() + 1, ys.min(), ys.max() + 1
    w, h = (x1 - x0) * grow, (y1 - y0) * grow
    if h < w * ASPECT:
        h = w * ASPECT
    else:
        w = h / ASPECT
    return (x0 + x1) / 2 - w / 2, (y0 + y1) / 2 - h / 2, w, h


def box_to_photo(box, size, angle=0.0, flip=False):
    """Affine map (float64 [2, 3]) of pixels of a crop of size (h, w) to the photo's: box, turned by angle degrees about its centre."""
    x, y, w, h = box
    oh, ow = size
    c, s = np.cos(np.deg2rad(angle)), np.sin(np.deg2rad(angle))
    k = h / oh
    sx = -k if flip else k
    m = np.array([[c * sx, -s * k, 0], [s * sx, c * k, 0]], np.float64)
    m[:, 2] = np.array([x + w / 2, y + h / 2]) - m[:, :2] @ np.array([ow / 2, oh / 2]) - 0.5 + m[:, :2] @ np.array([0.5, 0.5])
    return m


def warp(rgb, label, box, size, angle=0.0, flip=False, outside=False):
    """Cuts box (turned by angle degrees about its centre) out of the photo and scales it to size (h, w).

    outside: call replicated background beyond the photo's edge background (training); else all there is IGNORE (validation).
    """
    oh, ow = size
    k = box[3] / oh
    m = box_to_photo(box, size, angle, flip)
    interp = cv2.INTER_LINEAR
    if k > 1.5:  # a cheap prefilter against aliasing
        rgb = cv2.GaussianBlur(rgb, (0, 0), 0.4 * k)
    image = cv2.warpAffine(rgb, m, (ow, oh), flags=interp | cv2.WARP_INVERSE_MAP, borderMode=cv2.BORDER_REPLICATE)
    nearest = cv2.INTER_NEAREST | cv2.WARP_INVERSE_MAP
    target = cv2.warpAffine(label, m, (ow, oh), flags=nearest, borderMode=cv2.BORDER_REPLICATE)
    inside = cv2.warpAffine(np.ones_like(label), m, (ow, oh), flags=nearest, borderMode=cv2.BORDER_CONSTANT, borderValue=0)
    target[(inside == 0) & ((target != 0) | (not outside))] = IGNORE
    return image, target


def random_box(label, rng):
    """Half the whole person with jitter, half a part: bust, upper body, lower body or a window anywhere."""
    x, y, w, h = person_box(label, 1.0)
    if rng.random() >= PARTS:
        s = rng.uniform(0.95, 1.35)
        return x + w / 2 - w * s / 2 + rng.normal() * 0.05 * w, y + h / 2 - h * s / 2 + rng.normal() * 0.04 * h, w * s, h * s
    body = np.nonzero((label != 0) & (label != IGNORE))
    top, bottom = body[0].min(), body[0].max()
    tall = bottom - top
    kind = rng.random()
    if kind < 0.6:
        y0, y1 = top - 0.03 * tall, top + tall * rng.uniform(0.3, 0.75)
    elif kind < 0.8:
        y0, y1 = top + tall * rng.uniform(0.25, 0.5), bottom + 0.03 * tall
    else:
        y0 = top + tall * rng.uniform(0, 0.5)
        y1 = y0 + tall * rng.uniform(0.3, 0.6)
    rows = (body[0] >= y0) & (body[0] <= y1)
    xs = body[1][rows] if rows.any() else body[1]
    bw, bh = (xs.max() - xs.min()) * rng.uniform(1.0, 1.25), y1 - y0
    side = max(bh, bw * ASPECT)
    return (xs.max() + xs.min()) / 2 - side / ASPECT / 2, (y0 + y1) / 2 - side / 2, side / ASPECT, side


def window_only(image, target, box, part, rng):
    """Now and then cuts a partial view off at its lower edge and replicates it, as the run time does with a bust photo."""
    if rng.random() < 0.5:
        cut = int(target.shape[0] * rng.uniform(0.55, 0.95))
        image[cut:] = image[cut - 1]
        target[cut:] = np.where(target[cut - 1] == 0, 0, IGNORE)
    return image, target


def colour(image, target, rng):
    """Photometric changes; float RGB 0..255 in and out. Tone of skin, skin-coloured clothes and plain backgrounds included."""
    x = image.astype(np.float32)
    person = ((target != 0) & (target != IGNORE)).astype(np.float32)
    soft = lambda mask: cv2.GaussianBlur(mask.astype(np.float32), (0, 0), 1.0)[..., None]
    if rng.random() < 0.3:  # tone of the skin
        k = rng.uniform(0.35, 1.25)
        warm = np.array([1.0, k ** rng.uniform(0.0, 0.25), k ** rng.uniform(0.0, 0.45)], np.float32)
        m = soft((target == SKIN) | (target == HAND))
        x = x * (1 - m) + m * (255 * (x / 255) ** (1 / max(k, 0.5)) * warm if k < 1 else np.minimum(x * k, 255))
    if rng.random() < 0.2:  # one garment in the colour of the skin or of the background
        present = [c for c in GARMENTS if (target == c).sum() > 400]
        source = target == (SKIN if rng.random() < 0.7 else 0)
        if present and source.sum() > 50:
            m = target == present[rng.integers(len(present))]
            ratio = (x[source].mean(0) + 4) / (x[m].mean(0) + 4)
            a = soft(m)
            x = x * (1 - a) + np.minimum(x * ratio, 255) * a
    if rng.random() < 0.18:  # a studio: plain, slightly shaded ground
        a = cv2.GaussianBlur(person, (0, 0), 0.8)[..., None]
        ramp = np.linspace(rng.uniform(-15, 15), rng.uniform(-15, 15), x.shape[0], dtype=np.float32)[:, None, None]
        base = rng.uniform(140, 255) if rng.random() < 0.75 else rng.uniform(0, 140)
        ground = np.clip(base + rng.normal(size=3) * 12 + ramp + rng.normal(size=x.shape[:2] + (1,)) * 1.5, 0, 255)
        x = x * a + ground.astype(np.float32) * (1 - a)
    x = x * rng.uniform(0.6, 1.4) if rng.random() < 0.7 else x
    x = x * (1 + rng.normal(size=3) * 0.06).astype(np.float32)
    mean = x.mean()
    x = (x - mean) * rng.uniform(0.75, 1.3) + mean
    grey = x.mean(2, keepdims=True)
    x = grey + (x - grey) * (0.0 if rng.random() < 0.08 else rng.uniform(0.5, 1.5))
    x = np.clip(x, 0, 255)
    if rng.random() < 0.2:
        x = cv2.GaussianBlur(x, (0, 0), rng.uniform(0.4, 1.4))
    if rng.random() < 0.15:
        ok, coded = cv2.imencode('.jpg', x.astype(np.uint8), [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(25, 75))])
        x = cv2.imdecode(coded, cv2.IMREAD_COLOR).astype(np.float32) if ok else x
    if rng.random() < 0.4:
        x = x + rng.normal(size=x.shape).astype(np.float32) * rng.uniform(1, 7)
    return np.clip(x, 0, 255)


class Samples(torch.utils.data.Dataset):
    """Endless augmented samples: item i is made from seed + i alone, so that a run can be resumed at any sample."""

    def __init__(self, photos, size, seed, length, start=0, pseudo=(), share=0.2):
        self.photos, self.size, self.seed, self.length, self.start = photos, size, seed, length, start
        self.pseudo, self.share = pseudo, share if pseudo else 0.0
        self.bags = cut_bags(photos)

    def __len__(self):
        return self.length

    def __getitem__(self, index):
        rng = np.random.default_rng([self.seed, self.start + index])
        pool = self.pseudo if rng.random() < self.share else self.photos
        _, rgb, label = pool[rng.integers(len(pool))]
        while rng.random() < THINGS:
            rgb, label = lay_thing(rgb, label, self.bags, rng)
        box = random_box(label, rng)
        image, target = warp(rgb, label, box, self.size, rng.normal() * 6, rng.random() < 0.5, outside=True)
        if box[3] < 0.8 * label.shape[0]:
            image, target = window_only(image, target, box, True, rng)
        x = colour(image, target, rng)
        return torch.from_numpy(x.transpose(2, 0, 1) / 127.5 - 1).float(), torch.from_numpy(target.astype(np.int64))
