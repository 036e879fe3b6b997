import type { QuarterTurns } from '@drape/imaging';
import { describe, expect, it } from '@jest/globals';
import { drawPants, PANTS } from '../../../test/drawn-garments';
import { readLower } from '../../../test/read-drawn';
import type { GarmentRead } from '../../ports';
import { readingTrust, uprightTurns } from './turn-upright';

/** A reader's answer whose points all have one confidence. */
function readAt(confidence: number): GarmentRead {
  const read = readLower(drawPants(), PANTS);
  const points = Object.fromEntries(
    Object.entries(read.points).map(([name, point]) => [name, { ...point, confidence }]),
  );
  return { ...read, points: points as GarmentRead['points'] };
}

describe('uprightTurns', () => {
  const looks = (confidences: Partial<Record<QuarterTurns, number>>) => (turns: QuarterTurns) =>
    Promise.resolve(readAt(confidences[turns] ?? 0.1));

  it('does not look again at what is read clearly', async () => {
    const never = () => Promise.reject(new Error('nobody should look'));
    expect(await uprightTurns({ read: readAt(0.6), category: 'pants', readTurned: never })).toBe(0);
    expect(readingTrust(readAt(0.6), 'pants')).toBeCloseTo(0.6);
  });

  it('takes the turn that is read by far the best', async () => {
    expect(await uprightTurns({ read: readAt(0.2), category: 'pants', readTurned: looks({ 1: 0.96, 3: 0.6 }) })).toBe(
      1,
    );
    expect(await uprightTurns({ read: readAt(0.2), category: 'pants', readTurned: looks({ 2: 0.9 }) })).toBe(2);
  });

  it('leaves as it is what no turn makes much clearer', async () => {
    expect(await uprightTurns({ read: readAt(0.3), category: 'pants', readTurned: looks({ 1: 0.5, 3: 0.45 }) })).toBe(
      0,
    );
  });
});
