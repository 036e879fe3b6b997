import type { MeasuredPicture } from '../picture';
import type { WorkView } from './work-view';

/** What the finished picture shows, measured at work size. */
export interface ResultFigures {
  /** Share of the old garment that nothing covers and whose colour stayed. */
  readonly leftAlone: number;
  /** Gradient of invented ground against the real one beside it (logarithm), and their mean colours' distance, 0…1. */
  readonly fillGrain: number;
  readonly fillColour: number;
  /** The same of the invented skin against the seen one. */
  readonly skinColour: number;
  /** How far colours across the garment's border are apart, 0…1. */
  readonly borderStep: number;
  /** Change of visible shoes and of skin below the elbows' height that stays. */
  readonly shoesChanged: number;
  readonly skinChanged: number;
  /** Mean lightness of the seen garment, and how much neighbours differ. */
  readonly seenLight: number;
  readonly seenTexture: number;
  /** Lightness and chroma of garment seen less those of its cut-out. */
  readonly lightShift: number;
}

/** Levels of RGB up to which a colour is what it was. */
const SAME = 5;
/** Levels from which a hand or shoe counts as changed. */
const CHANGED = 24;

export function resultFigures(view: WorkView, { layers }: MeasuredPicture, clothLight: number): ResultFigures {
  const { width, height, before, after, seen, bared, person, skin, shoes } = view;
  const { old, bare, chest, body, removal } = layers;
  const [a, b] = [before.data, after.data];
  let [olds, left, shoe, shoeGone, flesh, fleshGone] = [0, 0, 0, 0, 0, 0];
  let [cloth, light, steps, stepped, border, borders] = [0, 0, 0, 0, 0, 0];
  const fill = new Sums();
  const ground = new Sums();
  const newSkin = new Sums();
  const oldSkin = new Sums();
  for (let y = 1; y < height - 1; y++) {
    for (let x = 2, i = y * width + 2; x < width - 2; x++, i++) {
      const o = 3 * i;
      const moved = Math.abs(a[o] - b[o]) + Math.abs(a[o + 1] - b[o + 1]) + Math.abs(a[o + 2] - b[o + 2]);
      if (old.data[i] > 0.9) {
        olds++;
        if (seen[i] < 0.5 && moved < 3 * SAME) left++;
      }
      if (shoes.data[i] > 0.7) {
        shoe++;
        if (moved > 3 * CHANGED) shoeGone++;
      }
      if (skin.data[i] > 0.7) {
        flesh++;
        if (moved > 3 * CHANGED) fleshGone++;
      }
      const painted = Math.max(bare.data[i], chest.data[i], body.data[i]);
      if (bared[i] > 0.9 && painted < 0.05) fill.add(b, o, width);
      else if (removal.data[i] < 0.02 && seen[i] === 0 && person.data[i] < 0.05) ground.add(b, o, width);
      if (bared[i] > 0.9 && Math.max(bare.data[i], chest.data[i]) > 0.9) newSkin.add(b, o, width);
      else if (skin.data[i] > 0.9 && removal.data[i] < 0.05 && seen[i] < 0.05) oldSkin.add(b, o, width);
      if (seen[i] > 0.95) {
        cloth++;
        light += (0.299 * b[o] + 0.587 * b[o + 1] + 0.114 * b[o + 2]) / 255;
        if (seen[i - 1] > 0.95) {
          stepped++;
          steps += Math.abs(b[o + 1] - b[o - 2]) / 255;
        }
      }
      if (Math.abs(seen[i] - 0.5) < 0.4 && (seen[i - 2] - 0.5) * (seen[i + 2] - 0.5) < -0.2) {
        borders++;
        for (let c = 0; c < 3; c++) border += Math.abs(b[o - 6 + c] - b[o + 6 + c]) / 765;
      }
    }
  }
  const seenLight = light / Math.max(1, cloth);
  return {
    leftAlone: left / Math.max(1, olds),
    fillGrain: fill.count < 60 ? 0 : Math.log((fill.grain + 0.5) / (ground.grain + 0.5)),
    fillColour: fill.count < 60 ? 0 : fill.apart(ground),
    skinColour: newSkin.count < 60 || oldSkin.count < 60 ? 0 : newSkin.apart(oldSkin),
    borderStep: border / Math.max(1, borders),
    shoesChanged: shoeGone / Math.max(1, shoe),
    skinChanged: fleshGone / Math.max(1, flesh),
    seenLight,
    seenTexture: steps / Math.max(1, stepped),
    lightShift: cloth === 0 ? 0 : seenLight - clothLight,
  };
}

/** Mean colour and mean step between neighbours of some pixels. */
class Sums {
  count = 0;
  private r = 0;
  private g = 0;
  private b = 0;
  private steps = 0;

  add(data: Uint8Array, o: number, width: number): void {
    this.count++;
    this.r += data[o];
    this.g += data[o + 1];
    this.b += data[o + 2];
    this.steps += Math.abs(data[o + 1] - data[o - 2]) + Math.abs(data[o + 1] - data[o + 1 - 3 * width]);
  }

  get grain(): number {
    return this.steps / Math.max(1, this.count);
  }

  apart(other: Sums): number {
    const [n, m] = [Math.max(1, this.count), Math.max(1, other.count)];
    const far =
      Math.abs(this.r / n - other.r / m) + Math.abs(this.g / n - other.g / m) + Math.abs(this.b / n - other.b / m);
    return far / 765;
  }
}
