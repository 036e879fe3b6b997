"""Lays things before and behind the people of training photos, with labels that are right by construction.

Bags are cut out of other photos by their labels; phones, cups and books are drawn. A hand that holds a thing stays before it. What lies
behind a person is background, whatever it is.
"""
import cv2
import numpy as np

from hands import BAG, HAND

LEAST_PIXELS = 1500


def cut_bags(photos):
    """[(RGB uint8 [h, w, 3], cover float32 [h, w])] of whole bags in the photos."""
    bags = []
    for _, rgb, label in photos:
        count, parts, stats, _ = cv2.connectedComponentsWithStats((label == BAG).astype(np.uint8))
        for part in range(1, count):
            x, y, w, h, area = stats[part]
            if area >= LEAST_PIXELS and area > 0.4 * w * h:
                bags.append((rgb[y:y + h, x:x + w], (parts[y:y + h, x:x + w] == part).astype(np.float32)))
    return bags


def drawn_thing(rng):
    """A phone, cup or book: a rounded rectangle of one colour with a lighter or darker face. As cut_bags."""
    h = int(rng.integers(90, 160))
    w = int(h * rng.choice([0.5, 0.55, 0.75]) * rng.uniform(0.9, 1.1))
    colour = rng.uniform(0, 60, 3) if rng.random() < 0.5 else rng.uniform(60, 255, 3)
    rgb = np.ones((h, w, 3), np.float32) * colour
    rim = int(rng.integers(3, 10))
    if rng.random() < 0.7:
        rgb[rim:-rim, rim:-rim] += rng.uniform(-50, 70) + rng.normal(size=3) * 10
    rgb += np.linspace(-rng.uniform(0, 25), rng.uniform(0, 25), w)[None, :, None]
    cover, r = np.zeros((h, w), np.float32), int(rng.integers(2, 14))
    cv2.rectangle(cover, (r, 0), (w - r, h), 1, -1)
    cv2.rectangle(cover, (0, r), (w, h - r), 1, -1)
    for corner in ((r, r), (w - r, r), (r, h - r), (w - r, h - r)):
        cv2.circle(cover, corner, r, 1, -1)
    return np.clip(rgb, 0, 255).astype(np.uint8), cover


def lay_thing(rgb, label, bags, rng):
    """Copies of photo and label with one thing more; the same ones where nothing fits."""
    body = np.nonzero((label != 0) & (label != 255))
    tall = body[0].max() - body[0].min()
    is_bag = bool(bags) and rng.random() < 0.6
    thing, cover = bags[rng.integers(len(bags))] if is_bag else drawn_thing(rng)
    height = tall * (rng.uniform(0.1, 0.26) if is_bag else rng.uniform(0.055, 0.12))
    k, angle = height / thing.shape[0], rng.normal() * (12 if is_bag else 35)
    side = int(1.5 * max(thing.shape[0], thing.shape[1]) * k) + 2
    m = cv2.getRotationMatrix2D((thing.shape[1] / 2, thing.shape[0] / 2), angle, k)
    m[:, 2] += side / 2 - np.array([thing.shape[1], thing.shape[0]]) / 2
    flip = rng.random() < 0.5
    turned = cv2.warpAffine(thing[:, ::-1] if flip else thing, m, (side, side), flags=cv2.INTER_AREA if k < 1 else cv2.INTER_LINEAR)
    turned = np.clip(turned * rng.uniform(0.6, 1.3) + rng.normal(size=3) * 8, 0, 255)
    alpha = cv2.GaussianBlur(cv2.warpAffine(cover[:, ::-1] if flip else cover, m, (side, side)), (0, 0), 0.7)
    hands = np.nonzero(label == HAND)
    kind = rng.random()
    if kind < 0.65 and len(hands[0]) > 40:  # held: a bag hangs below the hand, a phone lies in it
        i = rng.integers(len(hands[0]))
        at = np.array([hands[1][i], hands[0][i] + (0.45 * height if is_bag else rng.normal() * 0.2 * height)])
    elif kind < 0.8:  # before the body
        i = rng.integers(len(body[0]))
        at = np.array([body[1][i], body[0][i]])
    else:
        at = np.array([rng.uniform(0, label.shape[1]), rng.uniform(0.2, 1) * label.shape[0]])
    x0, y0 = np.round(at - side / 2).astype(int)
    a, b, c, d = max(0, x0), max(0, y0), min(label.shape[1], x0 + side), min(label.shape[0], y0 + side)
    if c - a < 4 or d - b < 4:
        return rgb, label
    rgb, label = rgb.copy(), label.copy()
    part, old = alpha[b - y0:d - y0, a - x0:c - x0].copy(), label[b:d, a:c]
    behind = kind >= 0.8
    if behind:
        part *= cv2.GaussianBlur((old == 0).astype(np.float32), (0, 0), 0.7)
    elif rng.random() < 0.8:
        part *= 1 - cv2.GaussianBlur(fingers(old, rng).astype(np.float32), (0, 0), 0.7)
    rgb[b:d, a:c] = rgb[b:d, a:c] * (1 - part[..., None]) + turned[b - y0:d - y0, a - x0:c - x0] * part[..., None]
    if not behind:
        old[part > 0.5] = BAG
    return rgb, label


def fingers(label, rng):
    """The pixels of hands that stay before a thing: all, or those on one side of a line through them."""
    hand = label == HAND
    if not hand.any() or rng.random() < 0.4:
        return hand
    ys, xs = np.nonzero(hand)
    angle = rng.uniform(0, 2 * np.pi)
    y, x = np.mgrid[:label.shape[0], :label.shape[1]]
    return hand & ((x - xs.mean()) * np.cos(angle) + (y - ys.mean()) * np.sin(angle) > 0)
