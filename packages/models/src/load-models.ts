import type { RasterU8 } from '@drape/imaging';
import { readArtifact } from './artifact-file';
import type { Manifest, ModelEntry, Role } from './manifest-schema';
import { cutOut } from './networks/cut-out';
import { detectPose } from './networks/detect-pose';
import { meshFace } from './networks/face-mesh';
import type { Network } from './networks/network';
import { openNetwork, type Provider } from './networks/open-network';
import { OWN_PARSER, parsePerson, type ParserLayout } from './networks/person-parser';
import { Pyramid } from './networks/pyramid';
import { ARTIFACTS_DIR, modelFor, readManifest } from './read-manifest';
import type { Models } from './types';
import { warmUp } from './warm-up';

export interface LoadModelsOptions {
  /** Folder of the prepared .onnx files; packages/models/artifacts where absent. */
  readonly artifactsDir?: string;
  /** Manifest file; packages/models/manifest.json where absent. */
  readonly manifest?: string;
  /** Preferred execution provider; the CPU stands in where it fails. */
  readonly provider: Provider;
  /** Threads within an operator: 1 where several processes share the machine. */
  readonly threads: number;
  readonly log?: (fields: Readonly<Record<string, unknown>>, message: string) => void;
}

const REQUIRED = ['pose.detector', 'pose.landmarks', 'face.mesh', 'garment.cutout'] as const satisfies readonly Role[];

/**
 * Opens every network of the manifest and binds it to its adapter.
 *
 * Cost: reads and checks about 80 MB, 0.5 s; about 280 MiB resident.
 * Throws: when a required role has no model, a file is missing or damaged, or no provider opens a network.
 */
export async function loadModels(options: LoadModelsOptions): Promise<Models> {
  const { artifactsDir = ARTIFACTS_DIR, log = () => {} } = options;
  const manifest = readManifest(options.manifest);
  let providers: readonly Provider[] = options.provider === 'cpu' ? ['cpu'] : [options.provider, 'cpu'];
  const opened: Network[] = [];
  const open = async (model: ModelEntry): Promise<Network> => {
    const network = await openNetwork(readArtifact(artifactsDir, model), {
      providers,
      threads: options.threads,
      onFallback: (provider, error) => {
        log({ model: model.id, provider, reason: error.message }, 'execution provider refused, trying the next');
        providers = providers.filter((other) => other !== provider); // and is not asked again for the other networks
      },
    });
    opened.push(network);
    log({ model: model.id, provider: network.provider }, 'model opened');
    return network;
  };
  try {
    const [detector, landmarks, face, cutter] = await openAll(
      REQUIRED.map((role) => requireModel(manifest, role)),
      open,
    );
    const parser = modelFor(manifest, 'person.parse');
    const parserNetwork = parser === undefined ? null : await open(parser);
    return bind({ detector, landmarks, face, cutter, parser: parserNetwork, layout: layoutOf(parser), opened });
  } catch (error) {
    await Promise.all(opened.map((network) => network.close()));
    throw error;
  }
}

interface Bound {
  readonly detector: Network;
  readonly landmarks: Network;
  readonly face: Network;
  readonly cutter: Network;
  readonly parser: Network | null;
  readonly layout: ParserLayout;
  readonly opened: readonly Network[];
}

function bind({ detector, landmarks, face, cutter, parser, layout, opened }: Bound): Models {
  const pyramids = new WeakMap<RasterU8, Pyramid>();
  const pyramidOf = (photo: RasterU8): Pyramid => {
    const pyramid = pyramids.get(photo) ?? new Pyramid(photo);
    pyramids.set(photo, pyramid);
    return pyramid;
  };
  const models: Models = {
    provider: [...new Set(opened.map((network) => network.provider))].join('+'),
    detectPose: (photo) => detectPose(detector, landmarks, pyramidOf(photo)),
    meshFace: (photo, person) => meshFace(face, pyramidOf(photo), person),
    cutOut: (garment) => cutOut(cutter, garment),
    ...(parser !== null && {
      parsePerson: (photo, person) => parsePerson(parser, pyramidOf(photo), person, layout),
    }),
    warmUp: () => warmUp(models, landmarks),
    close: async () => {
      await Promise.all(opened.map((network) => network.close()));
    },
  };
  return models;
}

/** One after the other: opening is bound by one core and its memory peaks. */
async function openAll(models: readonly ModelEntry[], open: (m: ModelEntry) => Promise<Network>): Promise<Network[]> {
  const networks: Network[] = [];
  for (const model of models) networks.push(await open(model));
  return networks;
}

function requireModel(manifest: Manifest, role: Role): ModelEntry {
  const model = modelFor(manifest, role);
  if (model === undefined) throw new Error(`the model manifest has no model for the role ${role}`);
  return model;
}

/** A parser's input size and normalisation as the manifest states them; our own network's where it is silent. */
function layoutOf(model: ModelEntry | undefined): ParserLayout {
  if (model === undefined) return OWN_PARSER;
  const [input] = model.inputs;
  const [, , height, width] = input.shape;
  const { mean, std } = input;
  return {
    ...OWN_PARSER,
    ...(typeof height === 'number' && typeof width === 'number' && { height, width }),
    ...(mean !== undefined &&
      std !== undefined && {
        scale: [1 / 255 / std[0], 1 / 255 / std[1], 1 / 255 / std[2]] as const,
        offset: [-mean[0] / std[0], -mean[1] / std[1], -mean[2] / std[2]] as const,
      }),
    ...(model.labels !== undefined && { labels: model.labels }),
  };
}
