import type { QualityLevel } from '@drape/contracts';

/** Why a picture is not better than it is. `message` is for people; `about` says who can correct it. */
export interface QualityReason {
  readonly code: string;
  readonly message: string;
  readonly about: 'photo' | 'product';
}

/** How likely it is that a person would show the picture. */
export interface Quality {
  readonly level: QualityLevel;
  /** The calibrated probability in percent, 0…100. */
  readonly score: number;
  /** What lowers it most, at most three; none for a good picture. */
  readonly reasons: readonly QualityReason[];
}
