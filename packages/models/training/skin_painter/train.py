"""Trains the skin painter.

    python3 train.py DATA --parser RUN/parser.pt --pseudo FOLDER --out RUN [--samples 12000] [--resume]

DATA      folder with photos/, labels/, label-names.json (Clothing Co-Parsing)
--parser  weights that the encoder and decoder start from; they also judge the features of what is painted
RUN       receives last.pt (checkpoint), log.jsonl and, at the end, painter.pt (averaged weights)
"""
import argparse
import copy
import json
import os
import time

import numpy as np
import torch
import torch.nn.functional as F

from painter import Discriminator, Parser, SkinPainter, start_from_parser
from samples import DARK, SkinSamples, split_photos

ADVERSARIAL_FROM = 0.4  # share of the training after which the discriminator has a say
WEIGHTS = {'gradient': 2.0, 'features': 0.15, 'adversarial': 0.01}


class Features(torch.nn.Module):
    """What the first blocks of a parser see, at a half and at a quarter of the size. Frozen."""

    def __init__(self, file):
        super().__init__()
        parser = Parser()
        state = torch.load(file, map_location='cpu')
        parser.load_state_dict(state.get('average', state))
        self.stem, self.first, self.blocks = parser.stem, parser.first, parser.blocks[:2]
        self.eval()
        for p in self.parameters():
            p.requires_grad_(False)

    def forward(self, x):
        half = self.first['project'](self.first['depthwise'](self.stem(x)))
        y = half
        for block in self.blocks:
            y = block(y)
        return half, y


def colours(painted, mean):
    """RGB in 0...1 of a painter's answer."""
    return (mean + DARK) * painted.clamp(-3, 2).exp() - DARK


def masked_mean(x, mask):
    return (x * mask).sum() / (mask.sum() * x.shape[1]).clamp(min=1)


def gradients(x):
    return x[..., 1:] - x[..., :-1], x[..., 1:, :] - x[..., :-1, :]


def losses(painted, truth, teaches, features):
    """(sum of L1, gradients and features; composite [N, 3, H, W]: painted where it teaches, the photo elsewhere)."""
    composite = painted * teaches + truth * (1 - teaches)
    loss = 2 * masked_mean((painted - truth).abs(), teaches)
    for p, t, m in zip(gradients(painted), gradients(truth), ((teaches[..., 1:] * teaches[..., :-1]), (teaches[..., 1:, :] * teaches[..., :-1, :]))):
        loss = loss + 2 * WEIGHTS['gradient'] * masked_mean((p - t).abs(), m)
    for p, t in zip(features(2 * composite - 1), features(2 * truth - 1)):
        mask = F.interpolate(teaches, size=p.shape[2:], mode='area')
        loss = loss + WEIGHTS['features'] * masked_mean((p - t.detach()).abs(), mask)
    return loss, composite


@torch.no_grad()
def validate(model, held, count=200):
    """Mean absolute error and its rivals', in steps of 255, over the erased skin of held-back photos; detail: share of the gradients' energy."""
    model.eval()
    sums = np.zeros(5)
    for i in range(count):
        x, truth, teaches, mean = (t[None] for t in held[i])
        painted = colours(model(x), mean)
        n = float(teaches.sum()) * 3
        error = float(((painted - truth).abs() * teaches).sum()) * 255
        flat = float(((truth - mean).abs() * teaches).sum()) * 255
        grad = [sum(float((g.abs() * m).sum()) for g, m in zip(gradients(v), (teaches[..., 1:], teaches[..., 1:, :]))) for v in (painted, truth)]
        sums += [error, flat, n, *grad]
    return {'error': round(sums[0] / sums[2], 3), 'flatError': round(sums[1] / sums[2], 3), 'detail': round(sums[3] / sums[4], 3)}


def main():
    a = argparse.ArgumentParser()
    a.add_argument('data')
    a.add_argument('--parser', required=True)
    a.add_argument('--out', required=True)
    a.add_argument('--pseudo', help="folder of pseudo_label.py's labels of DATA/unlabelled")
    a.add_argument('--samples', type=int, default=12000)
    a.add_argument('--batch', type=int, default=12)
    a.add_argument('--height', type=int, default=320)
    a.add_argument('--width', type=int, default=192)
    a.add_argument('--lr', type=float, default=1.2e-3)
    a.add_argument('--seed', type=int, default=5)
    a.add_argument('--threads', type=int, default=2)
    a.add_argument('--bf16', action='store_true')
    a.add_argument('--resume', action='store_true')
    a.add_argument('--init', help='weights of an earlier run to start from')
    o = a.parse_args()
    torch.manual_seed(o.seed)
    torch.set_num_threads(o.threads)
    os.makedirs(o.out, exist_ok=True)
    size = (o.height, o.width)
    train, val = split_photos(o.data, o.pseudo)
    held = SkinSamples(val, size, 99, augment=False)
    model, judge = SkinPainter(), Discriminator()
    start_from_parser(model, o.parser)
    if o.init:
        model.load_state_dict(torch.load(o.init, map_location='cpu'))
    features = Features(o.parser)
    model = model.to(memory_format=torch.channels_last)
    opt = torch.optim.AdamW(model.parameters(), lr=o.lr, weight_decay=0.01)
    judge_opt = torch.optim.Adam(judge.parameters(), lr=2e-4, betas=(0.5, 0.99))
    average, seen, step = copy.deepcopy(model).eval(), 0, 0
    last = os.path.join(o.out, 'last.pt')
    if o.resume and os.path.exists(last):
        s = torch.load(last)
        model.load_state_dict(s['model']); average.load_state_dict(s['average']); judge.load_state_dict(s['judge'])
        opt.load_state_dict(s['opt']); judge_opt.load_state_dict(s['judgeOpt'])
        seen, step = s['seen'], s['step']
    print(f'{len(train)} training, {len(val)} validation photos', flush=True)
    loader = torch.utils.data.DataLoader(SkinSamples(train, size, o.seed, seen), batch_size=o.batch, num_workers=1)
    log = open(os.path.join(o.out, 'log.jsonl'), 'a')
    kept, saved = [], time.time()
    for x, truth, teaches, mean in loader:
        progress = seen / o.samples
        if progress >= 1:
            break
        for g in opt.param_groups:
            g['lr'] = o.lr * min(1.0, (step + 1) / 60) * (0.01 + 0.99 * 0.5 * (1 + np.cos(np.pi * progress)))
        model.train()
        with torch.autocast('cpu', torch.bfloat16, enabled=o.bf16):
            painted = model(x.contiguous(memory_format=torch.channels_last))
        painted = colours(painted.float(), mean)
        loss, composite = losses(painted, truth, teaches, features)
        kept.append(loss.item())
        if progress > ADVERSARIAL_FROM:
            skin = x[:, 4:5]
            real, fake = judge(truth, skin), judge(composite.detach(), skin)
            mask = F.adaptive_max_pool2d(teaches, real.shape[2:])
            judge_loss = masked_mean(F.relu(1 - real), mask) + masked_mean(F.relu(1 + fake), mask)
            judge_opt.zero_grad(); judge_loss.backward(); judge_opt.step()
            loss = loss - WEIGHTS['adversarial'] * masked_mean(judge(composite, skin), mask)
        opt.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        opt.step()
        step, seen = step + 1, seen + len(x)
        decay = min(0.997, (1 + step) / (10 + step))
        with torch.no_grad():
            for p, q in zip(average.state_dict().values(), model.state_dict().values()):
                p.lerp_(q, 1 - decay) if p.is_floating_point() else p.copy_(q)
        if step % 50 == 0:
            print(f'{progress:6.1%} step {step} seen {seen} loss {np.mean(kept[-50:]):.4f}', flush=True)
        if step % 250 == 0 or time.time() - saved > 600:
            saved = time.time()
            torch.save({'model': model.state_dict(), 'average': average.state_dict(), 'judge': judge.state_dict(), 'opt': opt.state_dict(), 'judgeOpt': judge_opt.state_dict(), 'seen': seen, 'step': step}, last + '.tmp')
            os.replace(last + '.tmp', last)
            row = {'seen': seen, 'loss': round(float(np.mean(kept[-250:])), 4), **validate(average, held, 100)}
            log.write(json.dumps(row) + '\n'); log.flush()
            print(row, flush=True)
    torch.save(average.state_dict(), os.path.join(o.out, 'painter.pt'))
    row = {'final': True, 'seen': seen, **validate(average, held)}
    log.write(json.dumps(row) + '\n')
    print(row, flush=True)


if __name__ == '__main__':
    main()
