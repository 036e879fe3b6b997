"""Labels the unlabelled photos with an earlier parser.

    python3 pseudo_label.py DATA --weights RUN/parser.pt --out FOLDER [--certain 0.6]

The whole photo is parsed once to find the person, then the person's crop at the training size, plain and mirrored, averaged.
Writes one PNG of class indices per photo at the photo's size: IGNORE where the likeliest class has less than --certain. Photos
in which no person of a sensible size is found are left out.
"""
import argparse
import os

import cv2
import numpy as np
import torch

from data import person_box, warp
from labels import CLASSES, IGNORE
from network import Parser

SIZE = (512, 288)


@torch.no_grad()
def parse(model, rgb, box):
    """Probabilities float32 [12, H, W] of the crop, mean of the plain and the mirrored view."""
    image, _ = warp(rgb, np.zeros(rgb.shape[:2], np.uint8), box, SIZE)
    x = torch.from_numpy(image.transpose(2, 0, 1).astype(np.float32) / 127.5 - 1)
    p = model(torch.stack([x, x.flip(2)])).softmax(1)
    return ((p[0] + p[1].flip(2)) / 2).numpy()


def to_photo(p, box, shape):
    """Class indices uint8 and their probability float32 at the photo's size; background, certain, outside the box."""
    x, y, w, h = box
    kx, ky = SIZE[1] / w, SIZE[0] / h
    m = np.array([[kx, 0, -x * kx + 0.5 * kx - 0.5], [0, ky, -y * ky + 0.5 * ky - 0.5]], np.float64)
    back = [cv2.warpAffine(c, m, (shape[1], shape[0]), flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP, borderMode=cv2.BORDER_CONSTANT, borderValue=float(i == 0)) for i, c in enumerate(p)]
    back = np.stack(back)
    return back.argmax(0).astype(np.uint8), back.max(0)


def main():
    a = argparse.ArgumentParser()
    a.add_argument('data')
    a.add_argument('--weights', required=True)
    a.add_argument('--out', required=True)
    a.add_argument('--certain', type=float, default=0.6)
    a.add_argument('--threads', type=int, default=2)
    o = a.parse_args()
    torch.set_num_threads(o.threads)
    os.makedirs(o.out, exist_ok=True)
    model = Parser(len(CLASSES))
    model.load_state_dict(torch.load(o.weights))
    model.eval()
    folder, written = os.path.join(o.data, 'unlabelled'), 0
    for file in sorted(os.listdir(folder)):
        bgr = cv2.imread(os.path.join(folder, file))
        if bgr is None:
            continue
        rgb = cv2.cvtColor(bgr, cv2.COLOR_BGR2RGB)
        h, w = rgb.shape[:2]
        side = max(h, w * SIZE[0] / SIZE[1])
        whole = (w / 2 - side * SIZE[1] / SIZE[0] / 2, h / 2 - side / 2, side * SIZE[1] / SIZE[0], side)
        rough, _ = to_photo(parse(model, rgb, whole), whole, (h, w))
        count, parts, stats, _ = cv2.connectedComponentsWithStats((rough != 0).astype(np.uint8))
        if count < 2:
            continue
        largest = 1 + stats[1:, cv2.CC_STAT_AREA].argmax()
        person = (parts == largest).astype(np.uint8)
        if person.mean() < 0.03:
            continue
        box = person_box(person)
        label, sure = to_photo(parse(model, rgb, box), box, (h, w))
        label[sure < o.certain] = IGNORE
        cv2.imwrite(os.path.join(o.out, os.path.splitext(file)[0] + '.png'), label)
        written += 1
    print(f'{written} photos labelled')


if __name__ == '__main__':
    main()
