import { createHash } from 'node:crypto';
import { serialize } from 'node:v8';
import type { TryOnPorts } from '@drape/tryon';

/** Networks that answer the same question once, and what their answers cost. */
export interface RememberedPorts {
  readonly ports: TryOnPorts;
  /**
   * CPU milliseconds of this process since the last call, in which an answer that was remembered counts as much as when it was given: the
   * same networks cost the same with a rule and without it.
   */
  readonly lap: () => number;
}

interface Answer {
  readonly value: unknown;
  readonly ms: number;
}

type Ask = (...input: never[]) => Promise<unknown>;

const cpuMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

/** For one pair: every answer is kept. Aliasing: each caller gets a copy of its own. */
export function rememberAnswers(models: TryOnPorts): RememberedPorts {
  const answers = new Map<string, Answer>();
  let since = cpuMs();
  /** CPU milliseconds spent in here, and those that the answers are worth. */
  let [spent, worth] = [0, 0];
  const remember = <F extends Ask>(name: string, ask: F): F => {
    const answer = async (...input: Parameters<F>): Promise<unknown> => {
      const from = cpuMs();
      const key = createHash('sha1').update(name).update(serialize(input)).digest('hex');
      const began = cpuMs();
      const known = answers.get(key) ?? { value: await ask(...input), ms: cpuMs() - began };
      answers.set(key, known);
      const copy: unknown = structuredClone(known.value);
      worth += known.ms;
      spent += cpuMs() - from;
      return copy;
    };
    return answer as F;
  };
  const { classifyGarment, rateGarment } = models;
  return {
    ports: {
      detectPose: remember('pose', (photo) => models.detectPose(photo)),
      meshFace: remember('face', (photo, person) => models.meshFace(photo, person)),
      parsePerson: remember('parse', (photo, person) => models.parsePerson(photo, person)),
      cutOut: remember('cut-out', (rgb) => models.cutOut(rgb)),
      readGarment: remember('read', (rgb, category, seen) => models.readGarment(rgb, category, seen)),
      ...(classifyGarment && { classifyGarment: remember('category', classifyGarment) }),
      ...(rateGarment && { rateGarment: remember('garment', rateGarment) }),
    },
    lap() {
      const now = cpuMs();
      const ms = now - since - spent + worth;
      [since, spent, worth] = [now, 0, 0];
      return ms;
    },
  };
}
