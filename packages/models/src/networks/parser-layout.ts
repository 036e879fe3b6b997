import type { ModelEntry } from '../manifest-schema';
import { OWN_PARSER, type ParserLayout } from './person-parser';

/**
 * A parser's input size, normalisation and labels as its manifest entry states them; our own network's for those it omits.
 *
 * `mean` and `std` are for values in 0…1, as ImageNet's are.
 */
export function parserLayout(model: ModelEntry | undefined): ParserLayout {
  if (model === undefined) return OWN_PARSER;
  const { shape, mean, std } = model.inputs[0];
  const height = typeof shape[2] === 'number' ? shape[2] : OWN_PARSER.height;
  const width = typeof shape[3] === 'number' ? shape[3] : OWN_PARSER.width;
  return {
    height,
    width,
    aspect: model.adapter === 'person-parser' ? OWN_PARSER.aspect : height / width,
    ...normalisation(mean ?? [0.5, 0.5, 0.5], std ?? [0.5, 0.5, 0.5]),
    labels: model.labels ?? OWN_PARSER.labels,
  };
}

function normalisation(mean: readonly number[], std: readonly number[]): Pick<ParserLayout, 'scale' | 'offset'> {
  const scale = std.map((deviation) => 1 / (255 * deviation));
  const offset = std.map((deviation, c) => -mean[c] / deviation);
  return { scale: [scale[0], scale[1], scale[2]], offset: [offset[0], offset[1], offset[2]] };
}
