import { loadModels, type Models } from '@drape/models';

/** The networks for the command-line tools: on the CPU, one thread, from the artifacts folder. */
export function openModels(): Promise<Models> {
  const artifactsDir = process.env['DRAPE_MODELS_DIR'];
  return loadModels({ provider: 'cpu', threads: 1, ...(artifactsDir === undefined ? {} : { artifactsDir }) });
}
