import { describe, expect, it } from '@jest/globals';
import { labOf } from '@drape/imaging';
import { NAVY, RED, WHITE, printed, stripes } from '../../test/drawn-fabric';
import { drawTee } from '../../test/drawn-garments';
import { paint } from '../../test/drawn-shapes';
import { sampleFabric } from './fabric-sample';
import { COLOUR_NAMES, colourNameOf } from './colour-names';
import { findColours } from './colours';

const tee = drawTee();

describe('findColours', () => {
  it('tells one colour of a plain garment, as it is', () => {
    expect(findColours(sampleFabric(paint(tee, [200, 30, 38])))).toEqual([{ hex: '#c81e26', name: 'red', share: 1 }]);
  });

  it('tells both colours of stripes and their shares', () => {
    const colours = findColours(sampleFabric(printed(tee, stripes(24))));
    expect(colours.map((c) => c.name).sort()).toEqual(['navy', 'white']);
    for (const { share } of colours) expect(Math.abs(share - 0.5)).toBeLessThan(0.06);
  });

  it('takes shades of one colour for folds', () => {
    const folded = printed(tee, (x) => {
      const light = 0.82 + 0.18 * Math.cos(x / 14);
      return [RED[0] * light, RED[1] * light, RED[2] * light];
    });
    expect(findColours(sampleFabric(folded)).map((c) => c.name)).toEqual(['red']);
  });

  it('leaves out what is smaller than a twentieth, and still sums to one', () => {
    const buttoned = printed(tee, (x, y) => {
      if (Math.hypot(x - 210, (y % 60) - 30) < 4) return [230, 200, 60];
      return y > 300 ? NAVY : WHITE;
    });
    const colours = findColours(sampleFabric(buttoned));
    expect(colours.map((c) => c.name)).toEqual(['white', 'navy']);
    expect(colours.reduce((sum, c) => sum + Math.round(c.share * 100), 0)).toBe(100);
  });

  it('has nothing to say of an empty cut-out', () => {
    expect(findColours(sampleFabric(paint({ ...tee, data: new Float32Array(tee.data.length) }, RED)))).toEqual([]);
  });
});

describe('the table of names', () => {
  it('gives every colour of the table its own name', () => {
    for (const [name, values] of Object.entries(COLOUR_NAMES))
      for (const [r, g, b] of values) expect(colourNameOf(labOf(r, g, b))).toBe(name);
  });
});
