"""Takes the drafts of hands on photos that no eye has seen only where an earlier network sees the hand too.

A draft is the skin beyond the wrist that the pose network sees (hands.py), and half of them begin too high or reach too far. What one
of the two calls hand and the other skin is not learnt from.
"""
import os

import cv2
import numpy as np
import torch

from data import HAND, SKIN, box_to_photo, person_box, warp
from labels import IGNORE


@torch.no_grad()
def settle_hands(model, photos, is_seen, size, file):
    """Writes IGNORE into the labels of photos, [(name, RGB, label)], where draft and model disagree. is_seen: of a name.

    file: remembers the labels, for a run that goes on.
    """
    if os.path.exists(file):
        with np.load(file) as kept:
            for name, _, label in photos:
                if name in kept:
                    label[:] = kept[name]
        return
    model.eval()
    settled = {}
    for name, rgb, label in photos:
        if is_seen(name):
            continue
        box = person_box(label)
        image, _ = warp(rgb, label, box, size)
        x = torch.from_numpy(image.transpose(2, 0, 1).astype(np.float32) / 127.5 - 1)[None]
        with torch.autocast('cpu', torch.bfloat16):
            guess = (model(x)[0].float().argmax(0) == HAND).numpy().astype(np.uint8)
        hand = cv2.warpAffine(guess, box_to_photo(box, size), label.shape[::-1], flags=cv2.INTER_NEAREST) > 0
        arm = (label == SKIN) | (label == HAND)
        label[arm & (hand != (label == HAND))] = IGNORE
        settled[name] = label
    np.savez_compressed(file, **settled)
