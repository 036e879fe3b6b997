"""Trains the garment reader.

    python3 train.py PICTURES --labels FILE.jsonl [FILE.jsonl …] --out RUN [--pseudo FOLDER] [--steps 4000] [--seed 1] [--start READER] [--resume]

PICTURES  folder that the labels' `image` are paths in (Clothing dataset); several may be given as FILE.jsonl=FOLDER
RUN       receives last.pt (checkpoint with optimiser, every few minutes), log.jsonl and, at the end, reader.pt (averaged weights)

A fifth of the labels is held out by the hash of the picture's name (garment_labels.is_held_out) and never seen. With --start a training begins
from the weights of another; with --resume it goes on where RUN/last.pt stands.
"""
import argparse
import json
import math
import os
import queue
import threading
import time

import numpy as np
import torch
import torch.nn.functional as F

from augment import FOLDED, IGNORE, Augment
from garment_labels import CATEGORIES, COLLAR, PARTS, POINTS, THERE, TORSO, is_held_out, read_labels, sample_of
from pseudo import load_pseudo
from reader import ANSWER_SIZES, FOREIGN, Reader, start_encoder

HERE = os.path.dirname(os.path.abspath(__file__))
ENCODER = os.path.join(HERE, '../../weights/garment-category.onnx')
# background, torso, sleeves, collar, inside of the back: rare parts count for more
PART_WEIGHTS = torch.tensor([0.6, 1.0, 1.6, 1.6, 2.0, 3.0])
# shares of the samples: upper garments are harder
SHARES = {'top': 0.32, 'jacket': 0.22, 'dress': 0.22, 'pants': 0.13, 'skirt': 0.11}
LOSS_WEIGHTS = {'parts': 1.0, 'overlap': 0.7, 'foreign': 0.3, 'points': 0.25, 'answers': 0.25, 'there': 0.15}
POINT_SIGMA = 1.6  # pixels of the half-size maps
POINT_ENTROPY = 2.9  # of a target of that width: the loss of a perfect heatmap is near zero
CATEGORY_LEFT_OUT = 0.15
# A picture that a reader labelled is drawn this often where there are some, one with a folded sleeve (they are rare) this often.
PSEUDO_SHARE = 0.35
FOLDED_SHARE = 0.08
# The encoder's layers down to a quarter of the size stay as they are: edges and textures need no new data, and cost a sixth of a step.
FROZEN_BLOCKS = 2


def losses(maps, answers, batch):
    parts, foreign, points, states, wanted = batch
    n, _, h, w = maps.shape
    known = parts != IGNORE
    target = parts.clamp(max=len(PARTS) - 1)
    log_p = F.log_softmax(maps[:, :len(PARTS)], 1)
    ce = F.nll_loss(log_p, target, weight=PART_WEIGHTS, reduction='none') * known
    found = {'parts': ce.sum() / (PART_WEIGHTS[target] * known).sum().clamp(min=1)}
    p = log_p.exp() * known[:, None]
    overlaps = [overlap_loss(p[:, k], (target == k) & known) for k in range(TORSO, COLLAR + 1)]
    overlaps.append(overlap_loss(p[:, TORSO:COLLAR + 1].sum(1), (target >= TORSO) & (target <= COLLAR) & known))
    found['overlap'] = sum(overlaps) / len(overlaps)
    bce = F.binary_cross_entropy_with_logits(maps[:, FOREIGN], (foreign == 1).float(), reduction='none')
    found['foreign'] = (bce * (1 + 4 * (foreign == 1))).mean()
    found['points'] = points_loss(maps[:, FOREIGN + 1:], points, states, (h, w))
    *told, there = answers.split([*ANSWER_SIZES, len(POINTS)], 1)
    found['answers'] = sum(F.cross_entropy(told[i], wanted[:, i]) for i in range(len(told)))
    asked = (states >= 0).float()
    bce = F.binary_cross_entropy_with_logits(there, (states == THERE).float(), reduction='none')
    found['there'] = (bce * asked).sum() / asked.sum().clamp(min=1)
    return found


def overlap_loss(p, truth):
    """Dice over the samples that have the part."""
    truth = truth.float()
    size = truth.sum((1, 2))
    has = size > 20
    if not has.any():
        return p.sum() * 0
    both, total = (p * truth).sum((1, 2))[has], (p.sum((1, 2)) + size)[has]
    return (1 - (2 * both + 1) / (total + 1)).mean()


def points_loss(maps, points, states, size):
    h, w = size
    log_p = F.log_softmax(maps.flatten(2), 2)
    ex = torch.exp(-((torch.arange(w).float() - points[..., :1]) ** 2) / (2 * POINT_SIGMA**2))
    ey = torch.exp(-((torch.arange(h).float() - points[..., 1:]) ** 2) / (2 * POINT_SIGMA**2))
    target = (ey[..., :, None] * ex[..., None, :]).flatten(2)
    target = target / target.sum(2, keepdim=True).clamp(min=1e-6)
    there = (states == THERE).float()
    return ((-(target * log_p).sum(2) - POINT_ENTROPY) * there).sum() / there.sum().clamp(min=1)


class Batches:
    """Makes batches beside the training, in threads of their own."""

    def __init__(self, samples, pseudo, args):
        self.by_category = {c: [s for s in samples if s['category'] == c] for c in CATEGORIES}
        self.pseudo = {c: [s for s in pseudo if s['category'] == c] for c in CATEGORIES}
        self.folded = [s for s in samples if FOLDED in s['answers'][:2]]
        self.shares = np.array([SHARES[c] if self.by_category[c] else 0 for c in CATEGORIES])
        self.shares /= self.shares.sum()
        self.args, self.samples = args, samples
        self.size = args.size
        self.ready = queue.Queue(6)
        for i in range(args.feeders):
            threading.Thread(target=self.feed, args=(args.seed * 100 + i,), daemon=True).start()

    def feed(self, seed):
        rng, augment = np.random.default_rng(seed), Augment(self.samples, self.args.size, seed)
        while True:
            augment.size = self.size
            self.ready.put(self.make(rng, augment))

    def draw(self, rng):
        if self.folded and rng.random() < FOLDED_SHARE:
            return self.folded[rng.integers(len(self.folded))]
        category = CATEGORIES[rng.choice(len(CATEGORIES), p=self.shares)]
        pool = self.pseudo[category] if self.pseudo[category] and rng.random() < PSEUDO_SHARE else self.by_category[category]
        return pool[rng.integers(len(pool))]

    def make(self, rng, augment):
        count = self.args.batch
        named, views = np.zeros((count, len(CATEGORIES)), np.float32), []
        for i in range(count):
            sample = self.draw(rng)
            category = sample['category']
            views.append(augment(sample))
            if rng.random() > CATEGORY_LEFT_OUT:
                named[i, CATEGORIES.index(category)] = 1
        image, parts, foreign, points, states, answers = [torch.from_numpy(np.stack(column)) for column in zip(*views)]
        image = (image.permute(0, 3, 1, 2).float() / 127.5 - 1).contiguous(memory_format=torch.channels_last)
        return image, torch.from_numpy(named), (parts.long(), foreign.long(), points, states.long(), answers.long())


def load_samples(sources, held_out):
    samples = []
    for labels, folder in sources:
        for label in read_labels(labels):
            if is_held_out(label) == held_out:
                samples.append(sample_of(label, folder))
    return samples


def sources_of(args):
    return [tuple(entry.split('=', 1)) if '=' in entry else (entry, args.pictures) for entry in args.labels]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('pictures')
    parser.add_argument('--labels', nargs='+', required=True)
    parser.add_argument('--out', required=True)
    parser.add_argument('--steps', type=int, default=4000)
    parser.add_argument('--size', type=int, default=256)
    parser.add_argument('--small-size', type=int, default=192, help='of the first steps, at half the price')
    parser.add_argument('--small-share', type=float, default=0.5, help='of the steps')
    parser.add_argument('--pseudo', help='folder of pseudo.py')
    parser.add_argument('--batch', type=int, default=16)
    parser.add_argument('--rate', type=float, default=2e-3)
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--threads', type=int, default=2)
    parser.add_argument('--feeders', type=int, default=1)
    parser.add_argument('--start')
    parser.add_argument('--resume', action='store_true')
    args = parser.parse_args()
    torch.manual_seed(args.seed)
    torch.set_num_threads(args.threads)
    os.makedirs(args.out, exist_ok=True)
    samples = load_samples(sources_of(args), held_out=False)
    pseudo = load_pseudo(args.pseudo) if args.pseudo else []
    print(f'{len(samples)} labelled, {len(pseudo)} labelled by a reader', flush=True)
    train(args, Batches(samples, pseudo, args))


def start(args):
    model = Reader()
    if args.start:
        model.load_state_dict({k: v.float() for k, v in torch.load(args.start)['model'].items()})
    else:
        start_encoder(model, ENCODER)
    model = model.to(memory_format=torch.channels_last)
    for part in [model.body.stem, model.body.first, *model.body.blocks[:FROZEN_BLOCKS]]:
        part.requires_grad_(False)
    encoder = [p for part in model.body.encoder() for p in part.parameters() if p.requires_grad]
    known = {id(p) for p in encoder}
    rest = [p for p in model.parameters() if p.requires_grad and id(p) not in known]
    groups = [{'params': encoder, 'lr': 0.3 * args.rate}, {'params': rest, 'lr': args.rate}]
    return model, torch.optim.AdamW(groups, weight_decay=0.01)


def train(args, batches):
    model, optimiser = start(args)
    rates = [group['lr'] for group in optimiser.param_groups]
    average = {k: v.clone() for k, v in model.state_dict().items()}
    step, before = 0, 0.0  # minutes of earlier runs
    last = os.path.join(args.out, 'last.pt')
    if args.resume and os.path.exists(last):
        state = torch.load(last)
        model.load_state_dict(state['model'])
        optimiser.load_state_dict(state['optimiser'])
        average, step, before = state['average'], state['step'], state['minutes']
    began, saved, sums = time.time(), time.time(), {}
    model.train()
    while step < args.steps:
        progress = step / args.steps
        batches.size = args.small_size if progress < args.small_share else args.size
        minutes = before + (time.time() - began) / 60
        for group, rate in zip(optimiser.param_groups, rates):
            group['lr'] = rate * min(1, (step + 1) / 40) * max(0.02, 0.5 + 0.5 * math.cos(math.pi * progress))
        image, named, batch = batches.ready.get()
        found = losses(*model(image, named), batch)
        loss = sum(LOSS_WEIGHTS[name] * value for name, value in found.items())
        optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_([p for p in model.parameters() if p.requires_grad], 5.0)
        optimiser.step()
        step += 1
        follow(average, model, step)
        for name, value in found.items():
            sums[name] = sums.get(name, 0) + float(value)
        if step % 25 == 0:
            entry = {'step': step, 'minutes': round(minutes, 1), **{name: round(value / 25, 4) for name, value in sums.items()}}
            print(json.dumps(entry), flush=True)
            with open(os.path.join(args.out, 'log.jsonl'), 'a') as f:
                f.write(json.dumps(entry) + '\n')
            sums = {}
        if time.time() - saved > 180:
            save(last, model, optimiser, average, step, minutes)
            saved = time.time()
    save(last, model, optimiser, average, step, before + (time.time() - began) / 60)
    torch.save({'model': average, 'step': step}, os.path.join(args.out, 'reader.pt'))
    print('done', step, flush=True)


def follow(average, model, step):
    decay = min(0.998, (1 + step) / (10 + step))
    with torch.no_grad():
        for name, value in model.state_dict().items():
            if value.is_floating_point():
                average[name].mul_(decay).add_(value, alpha=1 - decay)
            else:
                average[name].copy_(value)


def save(path, model, optimiser, average, step, minutes):
    state = {'model': model.state_dict(), 'optimiser': optimiser.state_dict(), 'average': average, 'step': step, 'minutes': minutes}
    torch.save(state, path + '.new')
    os.replace(path + '.new', path)


if __name__ == '__main__':
    main()
