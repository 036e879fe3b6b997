import { pyramidOf } from '@drape/imaging';
import type { Role } from './manifest-schema';
import { cutOut } from './networks/cut-out';
import { detectPose, type PoseNetworks } from './networks/detect-pose';
import { meshFace } from './networks/face-mesh';
import { classifyGarment, rateGarment, ratesGarments } from './networks/garment-category';
import { readGarment } from './networks/garment-reader';
import type { Network } from './networks/network';
import { openNetwork, type GraphOptimization, type Provider } from './networks/open-network';
import { parserLayout } from './networks/parser-layout';
import { parsePerson, type ParserLayout } from './networks/person-parser';
import { chooseModels, type ChosenModel } from './operator-override';
import { ARTIFACTS_DIR, readManifest } from './read-manifest';
import type { Models } from './types';
import { warmUp } from './warm-up';

export interface LoadModelsOptions {
  /** Folder of the prepared .onnx files; default packages/models/artifacts. */
  readonly artifactsDir?: string;
  /** Manifest file; default packages/models/manifest.json. */
  readonly manifest?: string;
  /** An operator's file that replaces networks (see {@link chooseModels}). */
  readonly override?: string;
  /** Preferred execution provider; falls back to the CPU if it fails. */
  readonly provider: Provider;
  /** Threads of the cut-out network, the only one that gains from several: 1 if several processes share the machine. */
  readonly threads: number;
  /** For tests and benches: see {@link openNetwork}. */
  readonly graphOptimization?: GraphOptimization;
  readonly log?: (fields: Readonly<Record<string, unknown>>, message: string) => void;
}

const REQUIRED_ROLES = [
  'pose.detector',
  'pose.region',
  'pose.landmarks',
  'face.mesh',
  'garment.cutout',
  'garment.read',
  'person.parse',
] as const satisfies readonly Role[];

/**
 * Needs by far the most memory and time, and runs only for garments not seen before. The others answer in 2 to 50 ms: a second thread costs
 * them a seventh more processor time, and a render is no faster for it.
 */
const LARGEST_ROLE: Role = 'garment.cutout';

/**
 * Opens every network of the manifest and connects it to its adapter.
 *
 * Cost: reads and checks about 80 MB, 0.5 s; about 280 MiB resident, 370 after all ran.
 * Throws: if a required role has no model, a file is missing or damaged, or no provider opens a network.
 */
export async function loadModels(options: LoadModelsOptions): Promise<Models> {
  const { artifactsDir = ARTIFACTS_DIR, graphOptimization = 'all', log = () => {} } = options;
  const choose = chooseModels(readManifest(options.manifest), artifactsDir, options.override);
  let providers: readonly Provider[] = options.provider === 'cpu' ? ['cpu'] : [options.provider, 'cpu'];
  const opened: Network[] = [];
  const open = async ({ model, read, foreign }: ChosenModel): Promise<Network> => {
    const network = await openNetwork(read(), {
      providers,
      threads: model.role === LARGEST_ROLE ? options.threads : 1,
      lean: model.role === LARGEST_ROLE,
      precise: foreign,
      graphOptimization,
      onFallback: (provider, error) => {
        log({ model: model.id, provider, reason: error.message }, 'execution provider refused, trying the next');
        providers = providers.filter((other) => other !== provider); // and is not tried again for the other networks
      },
    });
    opened.push(network);
    log({ model: model.id, provider: network.provider }, 'model opened');
    return network;
  };
  try {
    const chosen = REQUIRED_ROLES.map((role) => required(choose(role), role));
    const [detector, region, landmarks, face, cutter, reader, parser] = await openAll(chosen, open);
    const classifier = choose('garment.category');
    const classifierNetwork = classifier === undefined ? null : await open(classifier);
    const pose = { detector, region, landmarks };
    return bind({
      pose,
      face,
      cutter,
      parser,
      layout: parserLayout(choose('person.parse')?.model),
      classifier: classifierNetwork,
      reader,
      opened,
    });
  } catch (error) {
    await Promise.all(opened.map((network) => network.close()));
    throw error;
  }
}

interface Bound {
  readonly pose: PoseNetworks;
  readonly face: Network;
  readonly cutter: Network;
  readonly parser: Network;
  readonly layout: ParserLayout;
  readonly classifier: Network | null;
  readonly reader: Network;
  readonly opened: readonly Network[];
}

function bind({ pose, face, cutter, parser, layout, classifier, reader, opened }: Bound): Models {
  const models: Models = {
    provider: [...new Set(opened.map((network) => network.provider))].join('+'),
    detectPose: (photo) => detectPose(pose, pyramidOf(photo)),
    meshFace: (photo, person) => meshFace(face, pyramidOf(photo), person),
    cutOut: (garment) => cutOut(cutter, garment),
    readGarment: (picture, category, seen) => readGarment(reader, picture, category, seen),
    ...(classifier !== null && { classifyGarment: (garment) => classifyGarment(classifier, garment) }),
    ...(classifier !== null &&
      ratesGarments(classifier) && { rateGarment: (picture) => rateGarment(classifier, picture) }),
    parsePerson: (photo, person) => parsePerson(parser, pyramidOf(photo), person, layout),
    warmUp: () => warmUp(models, pose.landmarks),
    close: async () => {
      await Promise.all(opened.map((network) => network.close()));
    },
  };
  return models;
}

/** Opens them one after the other: opening is limited by one core, and its memory peaks would add up. */
async function openAll(
  models: readonly ChosenModel[],
  open: (model: ChosenModel) => Promise<Network>,
): Promise<Network[]> {
  const networks: Network[] = [];
  for (const model of models) networks.push(await open(model));
  return networks;
}

function required(model: ChosenModel | undefined, role: Role): ChosenModel {
  if (model === undefined) throw new Error(`the model manifest has no model for the role ${role}`);
  return model;
}
