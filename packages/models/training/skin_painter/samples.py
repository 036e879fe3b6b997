"""Samples for the skin painter: photos whose seen skin is partly erased as the renderer erases it, and must be restored.

Clothes are erased with their rims, as an old garment is; what they hide has no truth and no loss. Of the skin that the photo shows, parts
are erased too: that is what the network learns to paint. The face stays, for the renderer never paints it; hands mostly stay, as they do
when a long sleeve is taken away.
"""
import os
import sys

import cv2
import numpy as np
import torch

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..'))
from data import HAND, SKIN, random_box, read_labelled, split, warp  # noqa: E402
from hands import read_lines  # noqa: E402
from labels import CLASSES, IGNORE  # noqa: E402
from train_parser import read_pseudo  # noqa: E402

FACE = len(CLASSES)  # an index of its own: skin of the face, which is never erased
UPPER = [CLASSES.index(c) for c in ('top', 'outer', 'dress')]
LOWER = [CLASSES.index(c) for c in ('dress', 'pants', 'skirt', 'legwear')]
# The chin is so far above the line between the shoulder joints, and the face so wide to each side, in distances of the joints.
CHIN, FACE_HALF = 0.22, 0.7
# Colours are logarithms of their ratio to the mean of the seen skin; added to both, lest black has none.
DARK = 0.04
SKIN_LEAST = 250  # pixels of erased skin below which a sample teaches nothing
BARE_LEAST = 0.002  # share of a photo that must be skin besides the face, or it is never drawn


def mark_face(name, label, arms):
    """Copy of a label with the face's skin as FACE. Without a pose the upper 14 % of the person are the head."""
    label = label.copy()
    ys, xs = np.nonzero((label != 0) & (label != IGNORE))
    y, x = np.mgrid[:label.shape[0], :label.shape[1]]
    if name in arms:
        a, b = np.array(arms[name]['shoulders'], float)
        span, middle = np.linalg.norm(a - b), (a + b) / 2
        face = (y < middle[1] - CHIN * span) & (np.abs(x - middle[0]) < FACE_HALF * span)
    else:
        face = y < ys.min() + 0.14 * (ys.max() - ys.min())
    label[(label == SKIN) & face] = FACE
    return label


def tone(x, skin, rng):
    """Light and colour of the whole picture and tone of its skin; float RGB 0..255 in and out. No noise: it could not be restored."""
    if rng.random() < 0.4:
        k = rng.uniform(0.35, 1.2)
        warm = np.array([1.0, k ** rng.uniform(0.0, 0.25), k ** rng.uniform(0.0, 0.45)], np.float32) if k < 1 else np.ones(3, np.float32)
        m = cv2.GaussianBlur(skin, (0, 0), 1.0)[..., None]
        x = x * (1 - m) + m * (255 * (x / 255) ** (1 / max(k, 0.5)) * warm if k < 1 else np.minimum(x * k, 255))
    x = x * rng.uniform(0.7, 1.25) * (1 + rng.normal(size=3) * 0.05).astype(np.float32)
    mean = x.mean()
    x = (x - mean) * rng.uniform(0.8, 1.2) + mean
    grey = x.mean(2, keepdims=True)
    return np.clip(grey + (x - grey) * rng.uniform(0.6, 1.3), 0, 255).astype(np.float32)


def erased_skin(free, hand, rng):
    """Bool [H, W]: which part of the skin that may be erased (`free`) goes. hand: skin of hands, part of it."""
    if rng.random() < 0.3:
        return free & (~hand if rng.random() < 0.85 else True)
    ys, xs = np.nonzero(free)
    out = np.zeros(free.shape, np.uint8)
    for _ in range(rng.integers(1, 4)):
        i = rng.integers(len(ys))
        long = rng.uniform(0.06, 0.3) * free.shape[0]
        axes = (int(long), int(long * rng.uniform(0.35, 1.0)))
        cv2.ellipse(out, (int(xs[i]), int(ys[i])), axes, rng.uniform(0, 180), 0, 360, 1, -1)
    out = (out > 0) & free
    return out & ~hand if rng.random() < 0.6 else out


def erase(label, rng):
    """(unknown, teaches): bool [H, W] each. unknown: what the network does not see; teaches: erased skin whose colours are known.

    None where there is too little of it. label: class indices with FACE.
    """
    hand = label == HAND
    free = (label == SKIN) | hand
    if free.sum() < SKIN_LEAST:
        return None
    worn = UPPER if rng.random() < 0.6 else LOWER if rng.random() < 0.6 else UPPER + LOWER
    gone = np.isin(label, worn) | erased_skin(free, hand, rng)
    if rng.random() < 0.5:
        gone |= np.isin(label, [CLASSES.index('other'), CLASSES.index('bag')]) & (rng.random() < 0.5)
    side = int(rng.integers(1, 6))
    grown = cv2.dilate(gone.astype(np.uint8), cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * side + 1, 2 * side + 1))) > 0
    unknown = grown & (label != FACE)
    teaches = unknown & free
    known = ~unknown & (free | (label == FACE))
    return (unknown, teaches) if teaches.sum() >= SKIN_LEAST and known.sum() >= SKIN_LEAST // 3 else None


def network_input(rgb, unknown, skin):
    """(input float32 [5, H, W], mean float32 [3]). rgb: float32 [H, W, 3], 0...1; skin: float32 [H, W]."""
    seen = ~unknown & (skin > 0.9)
    mean = rgb[seen].mean(0).astype(np.float32) if seen.any() else np.full(3, 0.5, np.float32)
    known = (~unknown).astype(np.float32)
    ratio = np.log((rgb + DARK) / (mean + DARK))
    planes = np.concatenate([(ratio * known[..., None]).transpose(2, 0, 1), known[None], skin[None]])
    return planes.astype(np.float32), mean


class SkinSamples(torch.utils.data.Dataset):
    """Endless: item i comes from seed + i alone. Each is (input [5, H, W], truth [3, H, W] in 0...1, teaches [1, H, W], mean [3, 1, 1])."""

    def __init__(self, photos, size, seed, start=0, augment=True, length=10**7):
        """photos: [(name, RGB uint8, label uint8)]."""
        arms = read_lines('wrists.jsonl')
        marked = [(name, rgb, mark_face(name, label, arms)) for name, rgb, label in photos]
        bare = np.array([np.isin(label, (SKIN, HAND)).mean() for _, _, label in marked])
        self.photos = [photo for photo, share in zip(marked, bare) if share > BARE_LEAST]
        # Who shows more skin teaches more of it.
        self.odds = np.sqrt(bare[bare > BARE_LEAST])
        self.odds /= self.odds.sum()
        self.size, self.seed, self.start, self.augment, self.length = size, seed, start, augment, length

    def __len__(self):
        return self.length

    def __getitem__(self, index):
        rng = np.random.default_rng([self.seed, self.start + index])
        while True:
            at = rng.choice(len(self.photos), p=self.odds) if self.augment else index % len(self.photos)
            _, rgb, label = self.photos[at]
            box = random_box(label, rng)
            image, target = warp(rgb, label, box, self.size, rng.normal() * 5 if self.augment else 0.0, self.augment and rng.random() < 0.5, outside=True)
            holes = erase(target, rng)
            if holes is not None:
                break
            if not self.augment:
                index += 1
        unknown, teaches = holes
        is_skin = np.isin(target, [SKIN, HAND, FACE]).astype(np.float32)
        x = image.astype(np.float32)
        if self.augment:
            x = tone(x, is_skin, rng)
        soft = cv2.GaussianBlur(is_skin, (0, 0), rng.uniform(0.5, 1.0))
        planes, mean = network_input(x / 255, unknown, soft)
        truth = (x / 255).transpose(2, 0, 1)
        # The outline's pixels are half background: they teach no skin.
        inner = cv2.erode(is_skin.astype(np.uint8), np.ones((3, 3), np.uint8)) > 0
        return torch.from_numpy(planes), torch.from_numpy(truth.astype(np.float32)), torch.from_numpy((teaches & inner).astype(np.float32))[None], torch.from_numpy(mean)[:, None, None]


def split_photos(folder, pseudo=None):
    """(training, validation) photos of Clothing Co-Parsing, split as for the parser.

    pseudo: folder of pseudo_label.py's labels of folder's unlabelled photos, which are learnt from too.
    """
    photos = read_labelled(folder)
    keep, held = split([p[0] for p in photos])
    more = read_pseudo(folder, pseudo) if pseudo else []
    return [p for p in photos if p[0] in set(keep)] + more, [p for p in photos if p[0] in set(held)]
