import type { GarmentPoint, PhotoPoint } from '../model/points';
import type { PlacementTarget } from '../model/placement';
import { pointAlong } from '../geometry/polyline';
import { SHEETS } from '../garment/mesh/sheets';

/** Collects pulls and rejects none, so that the solver alone decides which win. */
export class TargetList {
  constructor(
    private readonly sheet: number = SHEETS.beside,
    readonly items: PlacementTarget[] = [],
  ) {}

  /** A view of the same list whose pulls act on another sheet. */
  onSheet(sheet: number): TargetList {
    return new TargetList(sheet, this.items);
  }

  add(name: string, from: GarmentPoint, to: PhotoPoint, weight: number): void {
    if (Number.isFinite(from.x + from.y + to.x + to.y)) this.items.push({ name, sheet: this.sheet, from, to, weight });
  }

  /** Pulls points at the given shares of a garment line onto the same number of photo points. */
  along(
    name: string,
    line: readonly GarmentPoint[],
    shares: readonly number[],
    to: readonly PhotoPoint[],
    weight: number,
  ): void {
    shares.forEach((t, i) => this.add(`${name}.${i}`, pointAlong(line, t), to[i], weight));
  }
}
