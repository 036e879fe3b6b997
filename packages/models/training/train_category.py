"""Trains the garment category classifier.

    python3 train_category.py DATA --saliency FOLDER --parser PARSER.pt --out RUN [--minutes 40] [--resume]

DATA      folder with a folder a category of pictures (Clothing dataset, CC0)
FOLDER    saliency of those pictures (saliency.mjs)
PARSER.pt weights of the clothes parser, whose encoder is the start
RUN       receives last.pt (checkpoint), log.jsonl and, at the end, category.pt (averaged weights and temperature)
"""
import argparse
import copy
import json
import os
import time

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F

from category_data import CATEGORIES, Samples, as_seen, read_pictures, split
from network import Parser


class Classifier(nn.Module):
    """The parser's encoder, averaged over the picture, and one linear layer."""

    def __init__(self, parser):
        super().__init__()
        self.stem, self.first, self.blocks = parser.stem, parser.first, parser.blocks
        self.drop = nn.Dropout(0.2)
        self.head = nn.Linear(320, len(CATEGORIES))

    def forward(self, x):
        x = self.first['project'](self.first['depthwise'](self.stem(x)))
        for block in self.blocks:
            x = block(x)
        return self.head(self.drop(x.mean((2, 3))))


@torch.no_grad()
def logits_of(model, pictures, size, cut):
    model.eval()
    out = []
    for at in range(0, len(pictures), 16):
        views = np.stack([as_seen(p, size, cut) for p in pictures[at:at + 16]]).transpose(0, 3, 1, 2)
        x = torch.from_numpy(views.astype(np.float32) / 127.5 - 1).contiguous(memory_format=torch.channels_last)
        with torch.autocast('cpu', torch.bfloat16):
            out.append(model(x).float())
    return torch.cat(out)


def measure(logits, truth):
    """Accuracy, accuracy a class and the confusion table (rows truth)."""
    n = len(CATEGORIES)
    guess = logits.argmax(1)
    table = torch.bincount(truth * n + guess, minlength=n * n).reshape(n, n)
    each = (table.diag() / table.sum(1).clamp(min=1)).tolist()
    return {'accuracy': float((guess == truth).float().mean()), 'recall': dict(zip(CATEGORIES, [round(e, 4) for e in each])), 'confusion': table.tolist()}


def temperature_of(logits, truth):
    """The divisor of the logits that gives the least cross-entropy."""
    grid = np.exp(np.linspace(np.log(0.3), np.log(5), 120))
    losses = [float(F.cross_entropy(logits / t, truth)) for t in grid]
    return float(grid[int(np.argmin(losses))])


def threshold_curve(logits, truth):
    """[threshold, share answered, accuracy of what is answered] for confidences after the temperature."""
    confidence, guess = logits.softmax(1).max(1)
    rows = []
    for t in (0.0, 0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95):
        said = confidence >= t
        rows.append([t, round(float(said.float().mean()), 4), round(float((guess == truth)[said].float().mean()), 4)])
    return rows


def report(model, held, size):
    truth = torch.tensor([p[1] for p in held])
    cut, whole = logits_of(model, held, size, True), logits_of(model, held, size, False)
    return {'cut': measure(cut, truth)['accuracy'], 'whole': measure(whole, truth)['accuracy'], 'both': measure(cut + whole, truth)['accuracy']}, cut, truth


def main():
    a = argparse.ArgumentParser()
    a.add_argument('data')
    a.add_argument('--saliency', required=True)
    a.add_argument('--parser', required=True)
    a.add_argument('--out', required=True)
    a.add_argument('--left-out', help='text file of file names that take no part, one a line')
    a.add_argument('--minutes', type=float, default=40)
    a.add_argument('--size', type=int, default=160)
    a.add_argument('--batch', type=int, default=24)
    a.add_argument('--lr', type=float, default=1e-3)
    a.add_argument('--seed', type=int, default=5)
    a.add_argument('--resume', action='store_true')
    o = a.parse_args()
    torch.manual_seed(o.seed)
    torch.set_num_threads(1)
    os.makedirs(o.out, exist_ok=True)
    left_out = set(open(o.left_out).read().split()) if o.left_out else set()
    train, held = split(read_pictures(o.data, o.saliency, left_out))
    print(f'{len(train)} training, {len(held)} validation pictures', np.bincount([p[1] for p in held]), flush=True)
    parser = Parser()
    state = torch.load(o.parser, map_location='cpu')
    parser.load_state_dict(state['average'] if 'average' in state else state)
    model = Classifier(parser).to(memory_format=torch.channels_last)
    head = {id(p) for p in model.head.parameters()}
    groups = [{'params': [p for p in model.parameters() if id(p) not in head], 'lr': o.lr * 0.4}, {'params': list(model.head.parameters()), 'lr': o.lr * 3}]
    peak = [g['lr'] for g in groups]
    opt = torch.optim.AdamW(groups, weight_decay=0.02)
    average, seen, spent, step = copy.deepcopy(model).eval(), 0, 0.0, 0
    last = os.path.join(o.out, 'last.pt')
    if o.resume and os.path.exists(last):
        s = torch.load(last)
        model.load_state_dict(s['model']); average.load_state_dict(s['average']); opt.load_state_dict(s['opt'])
        seen, spent, step = s['seen'], s['spent'], s['step']
    loader = torch.utils.data.DataLoader(Samples(train, o.size, o.seed, 10**7, seen), batch_size=o.batch)
    log = open(os.path.join(o.out, 'log.jsonl'), 'a')
    began, losses = time.time() - spent * 60, []
    for x, y in loader:
        progress = (time.time() - began) / 60 / o.minutes
        if progress >= 1:
            break
        for g, lr in zip(opt.param_groups, peak):
            g['lr'] = lr * min(1.0, (step + 1) / 60) * (0.01 + 0.99 * 0.5 * (1 + np.cos(np.pi * progress)))
        model.train()
        with torch.autocast('cpu', torch.bfloat16):
            logits = model(x.contiguous(memory_format=torch.channels_last))
        loss = F.cross_entropy(logits.float(), y, label_smoothing=0.05)
        opt.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 5.0)
        opt.step()
        step, seen = step + 1, seen + len(x)
        decay = min(0.995, (1 + step) / (10 + step))
        with torch.no_grad():
            for p, q in zip(average.state_dict().values(), model.state_dict().values()):
                p.lerp_(q, 1 - decay) if p.is_floating_point() else p.copy_(q)
        losses.append(loss.item())
        if step % 100 == 0:
            torch.save({'model': model.state_dict(), 'average': average.state_dict(), 'opt': opt.state_dict(), 'seen': seen, 'spent': progress * o.minutes, 'step': step}, last + '.tmp')
            os.replace(last + '.tmp', last)
            row = {'seen': seen, 'minutes': round(progress * o.minutes, 1), 'loss': round(float(np.mean(losses[-100:])), 4), **{k: round(v, 4) for k, v in report(average, held, o.size)[0].items()}}
            log.write(json.dumps(row) + '\n'); log.flush()
            print(row, flush=True)
    figures, cut, truth = report(average, held, o.size)
    temperature = temperature_of(cut, truth)
    torch.save({'average': average.state_dict(), 'temperature': temperature, 'size': o.size}, os.path.join(o.out, 'category.pt'))
    row = {'final': True, 'seen': seen, **figures, **measure(cut, truth), 'temperature': temperature, 'curve': threshold_curve(cut / temperature, truth)}
    log.write(json.dumps(row) + '\n')
    print(json.dumps(row), flush=True)


if __name__ == '__main__':
    main()
