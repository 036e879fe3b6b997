"""Draws samples side by side: photo, what the network sees, what it paints, truth.

    python3 sheet.py DATA OUT.png [--weights RUN/painter.pt] [--count 12] [--augment]
"""
import argparse

import cv2
import numpy as np
import torch

from painter import SkinPainter
from samples import SkinSamples, split_photos
from train import colours


def main():
    a = argparse.ArgumentParser()
    a.add_argument('data')
    a.add_argument('out')
    a.add_argument('--weights')
    a.add_argument('--count', type=int, default=12)
    a.add_argument('--augment', action='store_true')
    o = a.parse_args()
    train, val = split_photos(o.data)
    samples = SkinSamples(train if o.augment else val, (320, 192), 99, augment=o.augment)
    model = SkinPainter()
    if o.weights:
        state = torch.load(o.weights, map_location='cpu')
        model.load_state_dict(state.get('average', state))
    model.eval()
    rows = []
    for i in range(o.count):
        x, truth, teaches, mean = samples[i]
        seen = 0.5 * truth * x[3] + x[4] * (1 - x[3]) * torch.tensor([0.8, 0.2, 0.8])[:, None, None]
        with torch.no_grad():
            painted = colours(model(x[None]), mean[None])[0]
        composite = painted * teaches + truth * (1 - teaches)
        tiles = [seen, composite, truth] if o.weights else [seen, truth]
        rows.append(np.hstack([np.clip(t.permute(1, 2, 0).numpy() * 255, 0, 255).astype(np.uint8) for t in tiles]))
    grid = [np.hstack(rows[i:i + 4]) for i in range(0, len(rows) - 3, 4)]
    cv2.imwrite(o.out, np.vstack(grid)[:, :, ::-1])


if __name__ == '__main__':
    main()
