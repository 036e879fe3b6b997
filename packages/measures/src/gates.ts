import type { PictureMetrics } from './measure';

/** The metrics that a picture must pass, one gate each. */
export const GATES = ['I1', 'G1', 'C1', 'T1', 'K1', 'S1', 'leftover', 'F1', 'L1', 'E1'] as const;
export type Gate = (typeof GATES)[number];

interface Limit {
  readonly wanted: number;
  /** Which side of `wanted` passes. */
  readonly better: 'lower' | 'higher';
  /** Whether a picture with nothing to measure passes: no invented background is fine, a garment that is not visible is not. */
  readonly passesUnmeasured: boolean;
}

const atMost = (wanted: number, passesUnmeasured = false): Limit => ({ wanted, better: 'lower', passesUnmeasured });
const atLeast = (wanted: number): Limit => ({ wanted, better: 'higher', passesUnmeasured: false });

/** Source: docs/picture/details.md, "Quality gates"; L1 and E1 are our own. F1 is scaled so that 1 is the limit of .5…1.5 and of ΔE 6. */
export const LIMITS: Readonly<Record<Gate, Limit>> = {
  I1: atMost(0),
  G1: atMost(0),
  C1: atLeast(0.9),
  T1: atLeast(0.95),
  K1: atMost(3),
  S1: atMost(1.3),
  leftover: atMost(0.005),
  F1: atMost(1, true),
  L1: atMost(0.02, true),
  E1: atMost(0.03, true),
};

export function passes(gate: Gate, value: number | null): boolean {
  const { wanted, better, passesUnmeasured } = LIMITS[gate];
  if (value === null || Number.isNaN(value)) return passesUnmeasured;
  return better === 'lower' ? value <= wanted : value >= wanted;
}

/** One gate over many pictures. */
export interface GateSummary {
  /** Share of the pictures that pass, 0…1; 0 if there are none. */
  readonly passShare: number;
  readonly median: number | null;
  readonly worst: number | null;
  /** Pictures that had something to measure. */
  readonly measured: number;
  readonly wanted: string;
}

export function summariseGate(gate: Gate, pictures: readonly Pick<PictureMetrics, Gate>[]): GateSummary {
  const { wanted, better } = LIMITS[gate];
  const values = pictures
    .map((picture) => picture[gate])
    .filter((value): value is number => value !== null && !Number.isNaN(value))
    .sort((a, b) => (better === 'lower' ? a - b : b - a));
  const passed = pictures.filter((picture) => passes(gate, picture[gate])).length;
  return {
    passShare: pictures.length === 0 ? 0 : passed / pictures.length,
    median: values.length === 0 ? null : values[values.length >> 1],
    worst: values.length === 0 ? null : values[values.length - 1],
    measured: values.length,
    wanted: `${better === 'lower' ? '≤' : '≥'} ${wanted}`,
  };
}

/** All gates over the same pictures. */
export function summariseGates(pictures: readonly Pick<PictureMetrics, Gate>[]): Record<Gate, GateSummary> {
  return {
    I1: summariseGate('I1', pictures),
    G1: summariseGate('G1', pictures),
    C1: summariseGate('C1', pictures),
    T1: summariseGate('T1', pictures),
    K1: summariseGate('K1', pictures),
    S1: summariseGate('S1', pictures),
    leftover: summariseGate('leftover', pictures),
    F1: summariseGate('F1', pictures),
    L1: summariseGate('L1', pictures),
    E1: summariseGate('E1', pictures),
  };
}
