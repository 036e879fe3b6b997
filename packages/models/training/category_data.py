"""Reads the category data set, splits it by setting and makes training samples of it.

DATA holds a folder a category and labels.csv. Who sent a picture is not in labels.csv, so that pictures are kept together by
what stands around the garment instead: two belong to one setting when their grounds have nearly the same colours and texture.
A setting goes to one side of the split as a whole (`split`).
"""
import hashlib
import os

import cv2
import numpy as np
import torch

CATEGORIES = ['dress', 'top', 'pants', 'jacket', 'skirt']
HELD_SHARE = 0.2
ALIKE = 0.42          # distance of two grounds below which they are one setting; 0.5 already chains a quarter of all pictures
LONG_SIDE = 360       # pictures are kept in memory at this size
GREY = 128


def read_pictures(data, saliency, left_out=()):
    """[(file name, category index, RGB uint8, saliency uint8 of the same size)], by file name; `left_out` are file names."""
    out = []
    for index, category in enumerate(CATEGORIES):
        for name in os.listdir(os.path.join(data, category)):
            if name in left_out or not name.endswith('.jpg'):
                continue
            rgb = cv2.cvtColor(cv2.imread(os.path.join(data, category, name)), cv2.COLOR_BGR2RGB)
            scale = LONG_SIDE / max(rgb.shape[:2])
            rgb = cv2.resize(rgb, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
            map_ = cv2.imread(os.path.join(saliency, category, name[:-4] + '.png'), cv2.IMREAD_GRAYSCALE)
            out.append((name, index, rgb, cv2.resize(map_, (rgb.shape[1], rgb.shape[0]))))
    return sorted(out, key=lambda p: p[0])


def ground_of(rgb, map_):
    """Root of the Lab histogram and log texture energy at three scales of what is not the garment."""
    height, width = map_.shape
    ground = cv2.erode((map_ < 26).astype(np.uint8), np.ones((7, 7))) > 0
    if ground.mean() < 0.03:
        edge = max(4, height // 25)
        ground = np.ones((height, width), bool)
        ground[edge:-edge, edge:-edge] = False
    lab = cv2.cvtColor(rgb, cv2.COLOR_RGB2LAB).astype(np.float32)
    a = [0, 110, 118, 123, 126, 129, 132, 136, 142, 150, 256]
    b = [0, 105, 115, 121, 125, 129, 133, 138, 145, 155, 256]
    hist, _ = np.histogramdd(lab[ground], bins=[np.linspace(0, 256, 9), a, b])
    hist = cv2.GaussianBlur(hist.reshape(8, 100).astype(np.float32), (1, 3), 0.6).ravel()
    light, energy = lab[..., 0], []
    for sigma in (0.7, 1.5, 4.0):
        band = np.abs(cv2.GaussianBlur(light, (0, 0), sigma) - cv2.GaussianBlur(light, (0, 0), sigma * 2))
        energy.append(np.log(band[ground].mean() + 0.3))
    return np.sqrt(hist / hist.sum()), np.array(energy)


def settings_of(pictures):
    """A setting's number for each picture: connected components of the pairs whose grounds differ by less than ALIKE."""
    grounds = [ground_of(p[2], p[3]) for p in pictures]
    colour = np.array([g[0] for g in grounds])
    texture = np.array([g[1] for g in grounds])
    texture = (texture - texture.mean(0)) / texture.std(0)
    parent = list(range(len(pictures)))

    def root(i):
        while parent[i] != i:
            parent[i] = parent[parent[i]]
            i = parent[i]
        return i

    for i in range(1, len(pictures)):
        apart = np.sqrt(np.maximum(0, 1 - colour[:i] @ colour[i])) + 0.15 * np.sqrt(((texture[:i] - texture[i]) ** 2).mean(1))
        for j in np.flatnonzero(apart < ALIKE):
            parent[root(i)] = root(int(j))
    return [root(i) for i in range(len(pictures))]


def split(pictures):
    """(training, validation): whole settings, in the order of the SHA-256 of their first file name, until a fifth is held.

    Settings of more than 25 pictures always train; else one wall would be a fifth of the validation pictures.
    """
    groups = {}
    for picture, number in zip(pictures, settings_of(pictures)):
        groups.setdefault(number, []).append(picture)
    order = sorted(groups.values(), key=lambda g: hashlib.sha256(g[0][0].encode()).hexdigest())
    keep, held = [], []
    for group in order:
        target = held if len(group) <= 25 and len(held) + len(group) <= HELD_SHARE * len(pictures) else keep
        target.extend(group)
    return keep, held


def garment_box(map_):
    """(x0, y0, x1, y1) of saliency above one half; the whole picture where there is none."""
    ys, xs = np.nonzero(map_ > 127)
    if len(xs) < 50:
        return 0, 0, map_.shape[1], map_.shape[0]
    return xs.min(), ys.min(), xs.max() + 1, ys.max() + 1


def square(rgb, centre, side, angle, size, mirror=False, border=None):
    """A turned square around `centre` as size x size; outside lies the picture's edge, or `border` grey."""
    k = size / side
    c, s = np.cos(angle) * k, np.sin(angle) * k
    flip = -1 if mirror else 1
    m = np.array([[c * flip, s * flip, 0], [-s, c, 0]])
    m[:, 2] = size / 2 - m[:, :2] @ np.asarray(centre, float)
    if k < 0.6:
        rgb = cv2.blur(rgb, (2, 2))
    mode = cv2.BORDER_REPLICATE if border is None else cv2.BORDER_CONSTANT
    return cv2.warpAffine(rgb, m, (size, size), flags=cv2.INTER_LINEAR, borderMode=mode, borderValue=(border or 0,) * 3)


def as_seen(picture, size, cut):
    """What the program shows the network: the cut-out on grey in a tight square (cut), or the whole picture in a square."""
    _, _, rgb, map_ = picture
    if not cut:
        return square(rgb, (rgb.shape[1] / 2, rgb.shape[0] / 2), max(rgb.shape[:2]), 0.0, size, border=GREY)
    x0, y0, x1, y1 = garment_box(map_)
    return square(on_ground(rgb, map_, GREY), ((x0 + x1) / 2, (y0 + y1) / 2), max(x1 - x0, y1 - y0) * 1.04, 0.0, size, border=GREY)


def on_ground(rgb, map_, ground):
    """The garment over another ground: saliency with its soft band narrowed is the matte."""
    alpha = np.clip((map_.astype(np.float32) - 64) / 128, 0, 1)[..., None]
    return (rgb * alpha + np.asarray(ground, np.float32) * (1 - alpha)).astype(np.uint8)


class Samples(torch.utils.data.Dataset):
    """Endless augmented samples; sample i depends on seed + i alone, so that a resumed run goes on where it stopped."""

    def __init__(self, pictures, size, seed, count, first=0):
        self.pictures, self.size, self.seed, self.count, self.first = pictures, size, seed, count, first
        self.by_class = [[p for p in pictures if p[1] == c] for c in range(len(CATEGORIES))]
        weight = np.sqrt([len(c) for c in self.by_class])
        self.share = weight / weight.sum()

    def __len__(self):
        return self.count

    def __getitem__(self, i):
        rng = np.random.default_rng(self.seed * 1_000_003 + self.first + i)
        category = rng.choice(len(CATEGORIES), p=self.share)
        _, label, rgb, map_ = self.by_class[category][rng.integers(len(self.by_class[category]))]
        kind, border = rng.random(), None
        x0, y0, x1, y1 = garment_box(map_)
        tight = max(x1 - x0, y1 - y0)
        if kind < 0.55:
            rgb, border = on_ground(rgb, map_, GREY), GREY
            side = tight * rng.uniform(0.94, 1.2)
        elif kind < 0.75:
            rgb = on_ground(rgb, map_, self.other_ground(rng, rgb.shape))
            side = tight * rng.uniform(0.98, 1.5)
        else:
            side = tight + (max(rgb.shape[:2]) - tight) * rng.uniform(0, 1.1)
            border = GREY if rng.random() < 0.5 else None
        centre = ((x0 + x1) / 2 + rng.normal() * 0.03 * tight, (y0 + y1) / 2 + rng.normal() * 0.03 * tight)
        image = square(rgb, centre, side, rng.normal() * 0.1, self.size, rng.random() < 0.5, border)
        return torch.from_numpy(colour(image, rng).transpose(2, 0, 1).copy()), label

    def other_ground(self, rng, shape):
        """White, a plain colour or another picture, blurred."""
        kind = rng.random()
        if kind < 0.6:
            return np.full(3, 255 if kind < 0.3 else 0) if kind < 0.4 else rng.uniform(30, 255, 3)
        other = cv2.resize(self.pictures[rng.integers(len(self.pictures))][2], (shape[1], shape[0]))
        return cv2.GaussianBlur(other, (0, 0), rng.uniform(2, 12))


def colour(image, rng):
    """Brightness, contrast, hue, saturation, a tenth grey, noise; values x / 127.5 - 1."""
    x = image.astype(np.float32)
    grey = x.mean(2, keepdims=True)
    x = grey + (x - grey) * (0.0 if rng.random() < 0.1 else rng.uniform(0.5, 1.5))
    if rng.random() < 0.3:
        x = x[..., rng.permutation(3)]
    x = (x - 128) * rng.uniform(0.7, 1.3) + 128 + rng.uniform(-30, 30) + rng.normal(0, 8, 3)
    if rng.random() < 0.15:
        x = 255 - x
    x += rng.normal(0, rng.uniform(0, 8), x.shape)
    return np.clip(x, 0, 255).astype(np.float32) / 127.5 - 1
