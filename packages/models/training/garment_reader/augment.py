"""Augmentation of labelled product pictures: other grounds, folded sleeves, things that lie before them, warps and colours.

`Augment(pool, size, seed)(sample)` returns image uint8 [S, S, 3], parts and foreign uint8 [S / 2, S / 2] (255: do not learn from it), points
float32 [24, 2] in pixels of the half-size maps, their states, and the answers. Look at `sheet.py` before a training.
"""
import cv2
import numpy as np

from garment_labels import BACKGROUND, INDEX, MIRROR, SLEEVE_LEFT, THERE, UNKNOWN, kind_of

SPREAD, FOLDED = 1, 2
IGNORE = 255
SLEEVES = ('sleeveLeft', 'sleeveRight')


class Augment:
    def __init__(self, pool, size, seed):
        self.pool, self.size, self.rng = pool, size, np.random.default_rng(seed)

    def between(self, low, high):
        return low + (high - low) * self.rng.random()

    def chance(self, share):
        return self.rng.random() < share

    def any_picture(self):
        return self.pool[self.rng.integers(len(self.pool))]['image']

    # ── grounds ──

    def ground(self, h, w):
        draw = self.rng.random()
        if draw < 0.45:
            return self.plain_ground(h, w)
        if draw < 0.75:
            return self.blurred_ground(h, w)
        if draw < 0.9:
            return self.tiled_ground(h, w)
        return self.striped_ground(h, w)

    def plain_ground(self, h, w):
        """White as in catalogues, grey or coloured, with a gradient."""
        rng = self.rng
        if self.chance(0.35):
            colour = np.full(3, 255)
        elif self.chance(0.6):
            colour = np.full(3, rng.integers(150, 250)) + rng.integers(-8, 9, 3)
        else:
            colour = rng.integers(0, 256, 3)
        ground = np.ones((h, w, 3), np.float32) * colour
        if self.chance(0.6):
            down = np.linspace(self.between(-1, 1), self.between(-1, 1), h)[:, None]
            across = np.linspace(self.between(-1, 1), self.between(-1, 1), w)[None]
            ground += ((down + across) * self.between(0, 25))[..., None]
        return np.clip(ground, 0, 255).astype(np.uint8)

    def blurred_ground(self, h, w):
        ground = cv2.GaussianBlur(cv2.resize(self.any_picture(), (w, h)), (0, 0), self.between(6, 40))
        if self.chance(0.5):
            ground = np.clip(ground + self.rng.normal(0, self.between(3, 14), (h, w, 1)), 0, 255).astype(np.uint8)
        return ground

    def tiled_ground(self, h, w):
        """A corner of another picture, mirrored again and again: floors, sheets, walls."""
        other = self.any_picture()
        oh, ow = other.shape[:2]
        ph, pw = max(8, oh // 6), max(8, ow // 6)
        y, x = (0 if self.chance(0.5) else oh - ph), (0 if self.chance(0.5) else ow - pw)
        tile = other[y:y + ph, x:x + pw]
        tile = np.concatenate([tile, tile[:, ::-1]], 1)
        tile = np.concatenate([tile, tile[::-1]], 0)
        zoom = self.between(0.7, 2)
        tile = cv2.resize(tile, None, fx=zoom, fy=zoom)
        return np.tile(tile, (h // tile.shape[0] + 1, w // tile.shape[1] + 1, 1))[:h, :w]

    def striped_ground(self, h, w):
        """Planks and woven cloth."""
        rng = self.rng
        ground = np.ones((h, w, 3), np.float32) * rng.integers(60, 230, 3)
        angle = self.between(0, np.pi)
        ys, xs = np.mgrid[:h, :w]
        phase = (np.cos(angle) * xs + np.sin(angle) * ys) * self.between(0.05, 0.4)
        noise = cv2.resize(rng.normal(0, 1, (max(2, h // 8), max(2, w // 8))).astype(np.float32), (w, h))
        ground += (np.sign(np.sin(phase + noise * self.between(0, 1))) * self.between(3, 25) + noise * self.between(2, 15))[..., None]
        return np.clip(ground, 0, 255).astype(np.uint8)

    # ── sleeves ──

    def fold_sleeves(self, s):
        """Cuts spread sleeves out, turns them about the shoulder and lays them over the body. True where one was; the ground then has holes."""
        done = False
        for i, side in enumerate(('Left', 'Right')):
            if done and self.chance(0.25):
                continue
            done = self.fold_sleeve(s, i, side) or done
        return done

    def fold_sleeve(self, s, i, side):
        names = [f'shoulder{side}', f'armpit{side}', f'cuff{side}Outer', f'cuff{side}Inner']
        polygon = s['sleeves'][f'sleeve{side}']
        if polygon is None or s['answers'][i] != SPREAD or any(s['states'][INDEX[n]] != THERE for n in names):
            return False
        shoulder, armpit, outer, inner = [s['points'][INDEX[n]].astype(float) for n in names]
        if np.linalg.norm((outer + inner) / 2 - (shoulder + armpit) / 2) < 1.3 * np.linalg.norm(shoulder - armpit):
            return False  # a short sleeve is not folded
        image, parts, alpha = s['image'], s['parts'], s['alpha']
        h, w = parts.shape
        mask = (parts == SLEEVE_LEFT + i) & (alpha > 127)
        if mask.sum() < 80:
            return False
        move = self.fold_move(0.45 * shoulder + 0.55 * armpit, (outer + inner) / 2, i)
        laid = cv2.warpAffine((mask * 255).astype(np.uint8), move, (w, h))
        if ((laid > 127) & (alpha > 127) & ~mask).sum() < 0.55 * (laid > 127).sum():
            return False  # it would lie beside the body
        cloth = cv2.warpAffine(image, move, (w, h), borderMode=cv2.BORDER_REPLICATE)
        alpha[mask] = 0
        parts[mask] = BACKGROUND
        shade = cv2.GaussianBlur(laid, (0, 0), self.between(1.5, 4)).astype(np.float32) / 255
        image[:] = np.clip(image * (1 - self.between(0.15, 0.5) * shade)[..., None], 0, 255).astype(np.uint8)
        cover = (laid.astype(np.float32) / 255)[..., None]
        image[:] = np.clip(image * (1 - cover) + cloth * self.between(0.88, 1.08) * cover, 0, 255).astype(np.uint8)
        alpha[:] = np.maximum(alpha, laid)
        parts[laid > 127] = SLEEVE_LEFT + i
        for n in names[2:]:
            s['points'][INDEX[n]] = move[:, :2] @ s['points'][INDEX[n]] + move[:, 2]
        s['states'][INDEX[f'elbow{side}']] = UNKNOWN
        s['answers'][i] = FOLDED
        return True

    def fold_move(self, pivot, cuff, i):
        """The 2 x 3 move that lays the sleeve down and inwards, half of the time turned over."""
        along = cuff - pivot
        target = np.deg2rad(self.between(35, 100))
        turn = (target if i == 0 else np.pi - target) - np.arctan2(along[1], along[0])
        rotate = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
        if self.chance(0.5):
            unit = along / np.linalg.norm(along)
            rotate = rotate @ (2 * np.outer(unit, unit) - np.eye(2))
        rotate = rotate * self.between(0.85, 1.05)
        return np.concatenate([rotate, (pivot - rotate @ pivot)[:, None]], 1).astype(np.float32)

    # ── things before the garment ──

    def lay_foreign(self, s):
        if self.chance(0.15):
            self.draw_hanger(s)
        if self.chance(0.12):
            self.draw_tag(s)
        if self.chance(0.08):
            self.draw_thing(s)

    def draw_hanger(self, s):
        names = ('neckLeft', 'neckRight') if kind_of(s['category']) == 'upper' else ('waistLeft', 'waistRight')
        if any(s['states'][INDEX[n]] != THERE for n in names):
            return
        rng, (h, w) = self.rng, s['foreign'].shape
        a, b = [s['points'][INDEX[n]] for n in names]
        across = b - a
        length = np.linalg.norm(across)
        up = np.array([across[1], -across[0]]) / (length + 1e-6)
        mask = np.zeros((h, w), np.uint8)
        thick, reach = int(max(2, rng.integers(2, 7) * w / 400)), self.between(0, 0.9)
        top = (a + b) / 2 + up * length * self.between(0.15, 0.6)
        hook = top + up * length * self.between(0.3, 0.7)
        at = lambda p: tuple(int(v) for v in p)
        cv2.line(mask, at(a - across * reach * 0.3), at(top), 1, thick)
        cv2.line(mask, at(top), at(b + across * reach * 0.3), 1, thick)
        cv2.line(mask, at(top), at(hook), 1, max(1, thick // 2))
        cv2.ellipse(mask, at(hook), (int(length * 0.12) + 2, int(length * 0.12) + 2), 0, -200, 30, 1, max(1, thick // 2))
        if self.chance(0.8):  # most of it is behind the garment
            mask[s['alpha'] >= 127] = 0
        self.paint(s, mask, rng.integers(20, 240, 3), 6)

    def draw_tag(self, s):
        rng, (h, w) = self.rng, s['foreign'].shape
        at = (float(rng.integers(w // 4, 3 * w // 4)), float(rng.integers(h // 5, 3 * h // 4)))
        box = cv2.boxPoints((at, (int(w * self.between(0.03, 0.09)), int(h * self.between(0.04, 0.12))), self.between(-40, 40)))
        mask = np.zeros((h, w), np.uint8)
        cv2.fillConvexPoly(mask, box.astype(np.int32), 1)
        self.paint(s, mask, rng.integers(170, 256, 3) if self.chance(0.7) else rng.integers(0, 256, 3), 0)

    def draw_thing(self, s):
        rng, (h, w) = self.rng, s['foreign'].shape
        mask = np.zeros((h, w), np.uint8)
        axes = (int(w * self.between(0.03, 0.12)), int(h * self.between(0.03, 0.12)))
        cv2.ellipse(mask, (int(rng.integers(0, w)), int(rng.integers(0, h))), axes, self.between(0, 180), 0, 360, 1, -1)
        self.paint(s, mask, rng.integers(0, 256, 3), 10)

    def paint(self, s, mask, colour, noise):
        here = mask > 0
        s['image'][here] = np.clip(colour + self.rng.normal(0, noise, (here.sum(), 1)), 0, 255)
        s['foreign'][here] = 1

    def change_ground(self, s):
        h, w = s['parts'].shape
        ground = self.ground(h, w)
        cover = cv2.GaussianBlur(s['alpha'], (0, 0), 0.7).astype(np.float32) / 255
        if self.chance(0.5):
            shift = (self.rng.integers(-6, 7), self.rng.integers(-6, 7))
            shadow = cv2.GaussianBlur(np.roll(s['alpha'], shift, (0, 1)), (0, 0), self.between(2, 8)).astype(np.float32) / 255
            ground = np.clip(ground * (1 - self.between(0.1, 0.5) * shadow[..., None]), 0, 255)
        cover = np.maximum(cover, (s['foreign'] == 1).astype(np.float32))  # what lies on it stays
        s['image'] = np.clip(s['image'] * cover[..., None] + ground * (1 - cover[..., None]), 0, 255).astype(np.uint8)
        s['parts'][s['alpha'] < 60] = BACKGROUND

    # ── geometry and colour ──

    def __call__(self, sample):
        s = {
            **sample,
            'image': sample['image'].copy(),
            'parts': sample['parts'].copy(),
            'foreign': sample['foreign'].copy(),
            'alpha': sample['alpha'].copy(),
            'points': sample['points'].copy(),
            'states': sample['states'].copy(),
            'answers': list(sample['answers']),
        }
        upper = kind_of(s['category']) == 'upper'
        folded = upper and self.chance(0.4) and self.fold_sleeves(s)
        if folded or self.chance(0.45):
            self.change_ground(s)
        self.lay_foreign(s)
        return self.warp(s)

    def warp(self, s):
        rng, n = self.rng, self.size
        turn, (cx, cy), (dx, dy) = self.turn_of(s), self.centre_of(s), self.wobble()
        gx, gy = np.meshgrid(np.arange(n) - n / 2 + 0.5, np.arange(n) - n / 2 + 0.5)
        px, py = gx + dx, gy + dy
        mx = (turn[0, 0] * px + turn[0, 1] * py + cx).astype(np.float32)
        my = (turn[1, 0] * px + turn[1, 1] * py + cy).astype(np.float32)
        image, shrink = s['image'], np.sqrt(abs(np.linalg.det(turn)))
        if shrink > 1.3:
            image = cv2.GaussianBlur(image, (0, 0), 0.45 * shrink)
        border = cv2.BORDER_REPLICATE if self.chance(0.5) else cv2.BORDER_CONSTANT
        image = cv2.remap(image, mx, my, cv2.INTER_LINEAR, borderMode=border, borderValue=(128, 128, 128))
        parts, foreign = [cv2.remap(s[k], mx, my, cv2.INTER_NEAREST, borderMode=cv2.BORDER_CONSTANT, borderValue=0) for k in ('parts', 'foreign')]
        wanted = (np.linalg.inv(turn) @ (np.nan_to_num(s['points']) - [cx, cy]).T).T
        found = wanted.copy()
        for _ in range(6):  # the wobble is small: a few steps invert it
            at = np.clip(found + n / 2 - 0.5, 0, n - 1).astype(int)
            found = wanted - np.stack([dx[at[:, 1], at[:, 0]], dy[at[:, 1], at[:, 0]]], 1)
        points, states, answers = found + n / 2 - 0.5, s['states'], s['answers']
        states[(states == THERE) & ((points < 0) | (points > n - 1)).any(1)] = UNKNOWN
        if np.linalg.det(turn) < 0:
            points, states = points[MIRROR], states[MIRROR]
            left, right = parts == SLEEVE_LEFT, parts == SLEEVE_LEFT + 1
            parts[left], parts[right] = SLEEVE_LEFT + 1, SLEEVE_LEFT
            answers = [answers[1], answers[0], *answers[2:]]
        image = self.recolour(image)
        return image, parts[::2, ::2], foreign[::2, ::2], (points / 2 - 0.25).astype(np.float32), states, np.array(answers)

    def frame_of(self, s):
        ys, xs = np.where(s['alpha'] > 127)
        if len(xs) < 50:
            h, w = s['alpha'].shape
            ys, xs = np.array([0, h]), np.array([0, w])
        return xs.min(), xs.max(), ys.min(), ys.max()

    def turn_of(self, s):
        """2 x 2: pixels of the picture per pixel of the view."""
        x0, x1, y0, y1 = self.frame_of(s)
        s['margin'] = self.between(1.15, 1.5) if self.chance(0.65) else self.between(1.0, 1.9)
        angle = np.deg2rad(self.rng.normal(0, 6) if self.chance(0.75) else self.between(-22, 22))
        aspect, shear = np.exp(self.between(-0.13, 0.13)), self.between(-0.1, 0.1)
        scale = max(x1 - x0, y1 - y0, 20) * s['margin'] / self.size
        rotate = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
        turn = rotate @ np.array([[aspect, shear], [0, 1 / aspect]]) * scale
        return turn @ np.diag([-1, 1]) if self.chance(0.5) else turn

    def centre_of(self, s):
        x0, x1, y0, y1 = self.frame_of(s)
        play = max(x1 - x0, y1 - y0, 20) * max(0.02, (s['margin'] - 1) / 2.2)
        return (x0 + x1) / 2 + self.between(-1, 1) * play, (y0 + y1) / 2 + self.between(-1, 1) * play

    def wobble(self):
        n, strength, knots = self.size, self.between(0, 0.03) * self.size, self.rng.integers(3, 6)
        coarse = lambda: self.rng.normal(0, strength, (knots, knots)).astype(np.float32)
        return [cv2.resize(coarse(), (n, n), interpolation=cv2.INTER_CUBIC) for _ in range(2)]

    def recolour(self, image):
        rng, f = self.rng, image.astype(np.float32)
        if self.chance(0.8):
            f = f * np.exp(rng.normal(0, 0.08, 3)) * np.exp(rng.normal(0, 0.15)) + rng.normal(0, 8)
            mean = f.mean()
            f = (f - mean) * np.exp(rng.normal(0, 0.18)) + mean
        if self.chance(0.3):
            hsv = cv2.cvtColor(np.clip(f, 0, 255).astype(np.uint8), cv2.COLOR_RGB2HSV).astype(np.int32)
            hsv[..., 0] = (hsv[..., 0] + rng.integers(0, 180)) % 180
            hsv[..., 1] = np.clip(hsv[..., 1] * self.between(0.4, 1.5), 0, 255)
            f = cv2.cvtColor(hsv.astype(np.uint8), cv2.COLOR_HSV2RGB).astype(np.float32)
        if self.chance(0.06):
            f = 255 - f
        if self.chance(0.08):
            f = np.repeat(f.mean(2, keepdims=True), 3, 2)
        if self.chance(0.3):
            f = f + rng.normal(0, self.between(2, 10), f.shape)
        if self.chance(0.2):
            f = cv2.GaussianBlur(f, (0, 0), self.between(0.5, 1.6))
        image = np.clip(f, 0, 255).astype(np.uint8)
        if self.chance(0.3):
            quality = int(rng.integers(25, 85))
            image = cv2.imdecode(cv2.imencode('.jpg', image[..., ::-1], [1, quality])[1], 1)[..., ::-1]
        return image
