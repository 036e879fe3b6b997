/** Mean colour of some points of a picture, and the mean difference to their neighbours. Layout: RGB. */
export class Sums {
  count = 0;
  private r = 0;
  private g = 0;
  private b = 0;
  private steps = 0;

  constructor(
    private readonly data: Uint8Array,
    private readonly width: number,
  ) {}

  /** Adds point i; it must have a left and an upper neighbour. */
  add(i: number): void {
    const { data } = this;
    const o = 3 * i + 1;
    this.count++;
    this.r += data[o - 1];
    this.g += data[o];
    this.b += data[o + 1];
    this.steps += Math.abs(data[o] - data[o - 3]) + Math.abs(data[o] - data[o - 3 * this.width]);
  }

  /** Mean difference between neighbours, levels of green. */
  get grain(): number {
    return this.steps / Math.max(1, this.count);
  }

  /** Mean lightness, 0…1. */
  get light(): number {
    return (0.299 * this.r + 0.587 * this.g + 0.114 * this.b) / (255 * Math.max(1, this.count));
  }

  /** Distance between the mean colours, 0…1. */
  apart(other: Sums): number {
    const [n, m] = [Math.max(1, this.count), Math.max(1, other.count)];
    const of = (a: number, b: number): number => Math.abs(a / n - b / m);
    return (of(this.r, other.r) + of(this.g, other.g) + of(this.b, other.b)) / 765;
  }
}
