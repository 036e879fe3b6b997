import type { Manifest, ModelEntry } from '../manifest-schema';

/** The text that must accompany the model files: who owns them, under which licence, and what was changed. */
export function noticeOf({ models }: Manifest): string {
  const head = 'NOTICE of the neural networks in this folder. Their licences are named by SPDX identifiers.';
  return `${[head, ...models.map(paragraphOf)].join('\n\n')}\n`;
}

const CHANGES_BY_BUILD: Readonly<Record<ModelEntry['build'], string>> = {
  tflite: 'converted from TensorFlow Lite to ONNX, weights widened to float32',
  rebuild: 'cut down to one output and written anew for one size, weights as they were',
  copy: 'none',
};

const CHANGES_IF_ROUNDED =
  'cut down to one output and written anew for one size, most weights and activations rounded to 8 bits';

function paragraphOf({ id, artifact, source, build, ranges, licence, learned }: ModelEntry): string {
  const origin = 'npm' in source ? `${source.member} of the npm package ${source.npm} ${source.version}` : source.path;
  return [
    `${artifact.file} (${id})`,
    `  Copyright: ${licence.holder}`,
    `  Licence: ${licence.spdx}. ${licence.notice}`,
    `  Origin: ${origin}`,
    `  Learned: ${learned}`,
    `  Changes: ${ranges === undefined ? CHANGES_BY_BUILD[build] : CHANGES_IF_ROUNDED}`,
    `  sha256: ${artifact.sha256}`,
  ].join('\n');
}
