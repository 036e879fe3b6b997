import type { RenderOutput } from '../render/child-protocol';

export interface MadePicture {
  readonly output: RenderOutput;
  /** It was rendered for an earlier try-on. */
  readonly isCached: boolean;
}
