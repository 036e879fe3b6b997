import type { RenderOutput } from './child-protocol';

export interface MadePicture {
  readonly output: RenderOutput;
  /** It was made for an earlier try-on. */
  readonly isKept: boolean;
}
