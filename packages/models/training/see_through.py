"""What is seen through the handles of a bag and beside its outline is no bag, though Clothing Co-Parsing labels it so.

A bag's own colours are those of its inside that the clothes and the ground around it have not. Pixels that fit their neighbours well and
the bag badly go to the neighbour.
"""
import cv2
import numpy as np

from hands import BAG
from labels import CLASSES, IGNORE

RIVALS = [CLASSES.index(name) for name in ('background', 'top', 'outer', 'dress', 'pants', 'skirt')]
LEAST, CLUSTERS = 500, 5
RING = 0.05  # how far around a bag its neighbours are looked at, in heights of the photo
SIGMA = np.array([5.0, 3.0, 3.0], np.float32)  # least spread of Lab colours in a cluster
FITS = 9.5  # cost up to which a colour counts as seen in a class
CLEARLY, SURELY = 2.0, 5.0  # how much cheaper the neighbour must be: at the bag's outline, and inside of it, where it may be a clasp
FREE = 0.4  # a bag of which less has colours of its own is left as it is labelled
SPECK = 25


def learn(colours):
    """Clusters of Lab colours float32 [n, 3] as (means, 1 / 2 sigma^2, constant), by k-means."""
    cv2.setRNGSeed(1)
    some = colours[:: max(1, len(colours) // 3000)]
    _, ids, means = cv2.kmeans(some, CLUSTERS, None, (cv2.TERM_CRITERIA_MAX_ITER, 12, 0), 1, cv2.KMEANS_PP_CENTERS)
    kept = [c for c in range(CLUSTERS) if (ids == c).mean() > 0.03]
    sigma = np.stack([np.maximum(SIGMA, 1.15 * some[ids[:, 0] == c].std(0)) for c in kept])
    share = np.array([(ids == c).mean() for c in kept])
    return means[kept], 1 / (2 * sigma ** 2), np.log(sigma).sum(1) - np.log(share)


def cost(model, colours):
    means, weight, constant = model
    return (((colours[:, None] - means) ** 2 * weight).sum(2) + constant).min(1)


def clear_bags(rgb, label):
    """Corrects label, uint8 [H, W] of class indices, in place; returns how many pixels it changed. rgb: uint8 [H, W, 3]."""
    lab = cv2.cvtColor((rgb / 255).astype(np.float32), cv2.COLOR_RGB2LAB)
    count, parts, stats, _ = cv2.connectedComponentsWithStats((label == BAG).astype(np.uint8))
    reach = max(3, int(RING * label.shape[0]))
    changed = 0
    for part in range(1, count):
        if stats[part, cv2.CC_STAT_AREA] < LEAST:
            continue
        x, y, w, h = stats[part, :4]
        box = (slice(max(0, y - reach), y + h + reach), slice(max(0, x - reach), x + w + reach))
        changed += clear_bag(lab[box], label[box], parts[box] == part, reach)
    return changed


def clear_bag(lab, label, bag, reach):
    ring = (cv2.dilate(bag.astype(np.uint8), np.ones((2 * reach + 1,) * 2, np.uint8)) > 0) & ~bag & (label != IGNORE)
    rivals = {c: learn(lab[ring & (label == c)]) for c in RIVALS if (ring & (label == c)).sum() > 200}
    if not rivals:
        return 0
    inside = lab[bag]
    costs = np.stack([cost(model, inside) for model in rivals.values()])
    free = costs.min(0) > FITS
    if free.mean() < FREE:
        return 0
    own = cost(learn(inside[free]), inside)
    best = np.array(list(rivals))[costs.argmin(0)]
    gain = np.zeros(bag.shape, np.float32)
    gain[bag] = np.where(costs.min(0) <= FITS, own - costs.min(0), 0)
    lost = cv2.morphologyEx((gain > CLEARLY).astype(np.uint8), cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    beside = cv2.dilate((~bag).astype(np.uint8), np.ones((3, 3), np.uint8))
    count, parts, stats, _ = cv2.connectedComponentsWithStats(lost)
    for part in range(1, count):
        here = parts == part
        least = CLEARLY if beside[here].any() else SURELY
        if stats[part, cv2.CC_STAT_AREA] < SPECK or np.median(gain[here]) < least:
            lost[here] = 0
    to = np.zeros(bag.shape, np.uint8)
    to[bag] = best
    label[lost > 0] = to[lost > 0]
    return int(lost.sum())
