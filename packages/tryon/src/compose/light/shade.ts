import { createPlane, everySecond, type Kept, logLuminance, PLANE, type PlaneF32 } from '@drape/imaging';
import { shadowsOfGarment, type ShadowScene } from './cast-shadow';
import { innerEdge } from './leg-crease';
import { addLight, median } from './old-light';
import { LEG_EDGE_DARKENING, roundness, SKIRT_EDGE_DARKENING, type RoundLight } from './roundness';
import { lowerRegion } from '../scene/scene';
import type { Underlay } from '../paint/underlay';
import type { Scene } from '../../model/scene';
import { clamp } from '../../geometry/numbers';
import { lerp, scale } from '../../geometry/vector';

/** Pixels of the old garment, at half the work size, above which its light is measured. */
const OLD_PIXELS_MIN = 100;

/** How much the light may brighten fabric, as a share: more blew out white shirts. */
const BRIGHTENING_MAX = 0.06;

/** Both planes have half the work size: light and shadows are soft. */
export interface Shading {
  /** Factor on the garment's colours, about .7…1.1. */
  readonly gain: PlaneF32;
  /** Darkening, 0…1, of body and clothes along the garment's edges. */
  readonly contact: PlaneF32;
}

export const SHADING: Kept<Shading> = {
  gain: PLANE,
  contact: PLANE,
};

/** The other layers that the light depends on, all at work size. */
export interface LitLayers {
  /** The old garment as seen. */
  readonly old: PlaneF32;
  readonly front: PlaneF32;
  readonly removal: PlaneF32;
  readonly underlay: Underlay;
}

/**
 * The photo's light on the new garment: a robust smooth field of the old garment's luminance (never its raw low frequencies, or its print
 * would come through), folds only where it was plain, the body's roundness, and shadows where things touch.
 */
export function shading(scene: Scene, layers: LitLayers): Shading {
  const half = halveLayers(scene, layers);
  const hidden = everySecond(layers.front);
  const gain = createPlane(hidden.width, hidden.height, 1);
  const weight = everySecond(layers.old);
  let area = 0;
  for (let i = 0; i < weight.data.length; i++) {
    const isSeen = weight.data[i] > 0.9 && hidden.data[i] < 0.1;
    weight.data[i] = isSeen ? 1 : 0;
    if (isSeen) area++;
  }
  if (area > OLD_PIXELS_MIN) {
    addLight(half, gain, { log: logLuminance(scene.guide, weight.data), weight, legs: oldTrousers(scene) });
  }
  const light = lightOf(scene, half.garment.height);
  if (light !== undefined) {
    const round = roundness(half.garment, half.sw, light);
    for (let i = 0; i < gain.data.length; i++) gain.data[i] *= round.data[i];
  }
  centreGain(gain, half.garment, hidden);
  return { gain, contact: shadowsOfGarment(half) };
}

/** How the fabric turns away from the light: legs separately, skirts as a whole; undefined on a torso. Half the work size. */
function lightOf(scene: Scene, height: number): RoundLight | undefined {
  const region = lowerRegion(scene.placement);
  if (region === null) return undefined;
  const side = scene.person.lightSide;
  if (region.kind === 'skirt') return { turned: SKIRT_EDGE_DARKENING, side };
  const parts = new Float32Array(height).fill(NaN);
  const inner = innerEdge(region, scene.person.limbOrder.legs[1]);
  for (let s = 0; s + 1 < inner.length; s++) {
    const [a, b] = [scale(inner[s], scene.k / 2), scale(inner[s + 1], scene.k / 2)];
    for (let y = Math.max(0, Math.floor(a.y)); y < Math.min(height, b.y); y++) {
      parts[y] = lerp(a, b, clamp((y - a.y) / Math.max(1e-6, b.y - a.y), 0, 1)).x;
    }
  }
  return { turned: LEG_EDGE_DARKENING, side, parts };
}

/** Skirts and dresses that leave the legs bare hang freely around them: factor on the reach of the hem's shadow. By eye. */
const FREE_SKIRT_SHADOW_FACTOR = 2.2;

const shadowReachFactor = ({ category }: Scene): boolean => category === 'skirt' || category === 'dress';

function halveLayers(scene: Scene, { front, removal, underlay }: LitLayers): ShadowScene {
  const garment = everySecond(scene.garment);
  const [body, ahead] = [createPlane(garment.width, garment.height), createPlane(garment.width, garment.height)];
  const person = scene.person.planes.person.data;
  const [painted, limbs] = [underlay.body.data, underlay.limbsInFront.data];
  for (let y = 0, o = 0; y < garment.height; y++) {
    for (let x = 0, i = 2 * y * scene.garment.width; x < garment.width; x++, i += 2, o++) {
      body.data[o] = Math.max(painted[i], person[i] * (1 - removal.data[i]));
      ahead.data[o] = Math.max(front.data[i], limbs[i]);
    }
  }
  return {
    garment,
    body,
    front: ahead,
    sw: scene.sw / 2,
    standOff: shadowReachFactor(scene) ? FREE_SKIRT_SHADOW_FACTOR : 1,
  };
}

/** Light may model the new garment, not change its colour: half of the visible pixels become brighter, half darker. */
function centreGain(gain: PlaneF32, garment: PlaneF32, hidden: PlaneF32): void {
  const seen = new Float32Array(gain.data.length);
  let n = 0;
  for (let i = 0; i < gain.data.length; i += 3) {
    if (garment.data[i] > 0.9 && hidden.data[i] < 0.3) seen[n++] = gain.data[i];
  }
  if (n === 0) return;
  const middle = median(seen, n);
  for (let i = 0; i < gain.data.length; i++) {
    if (gain.data[i] !== 1) gain.data[i] = limitBrightening(gain.data[i] / middle);
  }
}

/** Approaches 1 + BRIGHTENING_MAX slowly: a hard limit would draw a line on the fabric. */
const limitBrightening = (gain: number): number =>
  gain <= 1 ? gain : 1 + BRIGHTENING_MAX * Math.tanh((gain - 1) / BRIGHTENING_MAX);

/** Old trousers under a skirt or dress, at half the work size: folds on the legs do not belong on a skirt. Null under trousers and tops. */
function oldTrousers({ category, person }: Scene): PlaneF32 | null {
  return category === 'skirt' || category === 'dress' ? everySecond(person.planes.pants) : null;
}
