import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * How two sides' outcomes of one pair differ: null where they are equal to the byte, else a sentence. `before` and `after` are lines of
 * render-side.mjs; `folders` hold their raw pixels, `at` is the pair's number.
 */
export function differenceOf(before, after, folders, at) {
  const [was, is] = [before.picture, after.picture];
  if (was === null || is === null) {
    if (was === is && sameTold(before, after)) return null;
    return `${outcomeOf(before)} → ${outcomeOf(after)}`;
  }
  if (was.width !== is.width || was.height !== is.height) {
    return `${was.width} × ${was.height} → ${is.width} × ${is.height} pixels`;
  }
  const told = sameTold(before, after) ? '' : `tells ${firstDifference(before.told, after.told)}`;
  if (was.sha256 === is.sha256) return told === '' ? null : `same picture, ${told}`;
  const [one, other] = folders.map((folder) => readFileSync(join(folder, `${at}.raw`)));
  const { pixels, decibels, most } = pixelDifference(one, other);
  const share = ((100 * pixels) / (is.width * is.height)).toFixed(2);
  const picture = `${pixels} pixels (${share} %), ${decibels.toFixed(1)} dB, at most ${most} of 255`;
  return told === '' ? picture : `${picture}; ${told}`;
}

const sameTold = (before, after) => JSON.stringify(before.told) === JSON.stringify(after.told);

const outcomeOf = ({ picture, told }) => (picture === null ? `refused: ${told.refused} (${told.detail})` : 'rendered');

/**
 * Compares two RGB pictures of one size, 8 bits per channel.
 *
 * Returns the number of pixels that differ in any channel, the peak signal-to-noise ratio over all channels in dB (infinite where they
 * are equal) and the largest difference of a channel.
 */
export function pixelDifference(one, other) {
  let [pixels, squares, most] = [0, 0, 0];
  for (let i = 0; i < one.length; i += 3) {
    let isOther = false;
    for (let c = i; c < i + 3; c++) {
      const away = Math.abs(one[c] - other[c]);
      if (away === 0) continue;
      isOther = true;
      squares += away * away;
      if (away > most) most = away;
    }
    if (isOther) pixels++;
  }
  return { pixels, decibels: 10 * Math.log10((255 * 255 * one.length) / squares), most };
}

/** Where two plain values first differ: "evidence.quality.score 71 → 70". */
export function firstDifference(one, other, path = '') {
  const isPlain = (value) => typeof value !== 'object' || value === null;
  if (isPlain(one) || isPlain(other)) return `${path} ${JSON.stringify(one)} → ${JSON.stringify(other)}`;
  const keys = [...new Set([...Object.keys(one), ...Object.keys(other)])];
  const key = keys.find((name) => JSON.stringify(one[name]) !== JSON.stringify(other[name]));
  return firstDifference(one[key], other[key], path === '' ? key : `${path}.${key}`);
}
