import { fork, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { forgetPeakMemory, memoryNow, peakMemory, testEnvironment } from '@drape/testkit';

export interface Decoded {
  /** What it came to: accepted, the code of the refusal, or the death of the process. */
  readonly outcome: string;
  readonly message: string;
  readonly ms: number;
  /** Of all its threads. */
  readonly cpuMs: number;
  /** The most memory that it took meanwhile, beyond what the process held before. */
  readonly memoryBytes: number;
}

export interface DecoderProcess {
  decode(bytes: Uint8Array, as: 'photo' | 'garment'): Promise<Decoded>;
  /** How often it died, however it did. */
  readonly deaths: number;
  stop(): void;
}

interface Answer {
  readonly id: number | 'ready';
  readonly ms: number;
  readonly cpuMs: number;
  readonly code?: string | null;
  readonly message?: string;
}

const CHILD = join(__dirname, 'decoder-child.cjs');
/** What a render child is started with. */
const ENVIRONMENT = { MALLOC_ARENA_MAX: '2' };

/** Decodes in a process of its own, which is started anew where it dies. One file at a time. */
export function createDecoderProcess(): DecoderProcess {
  let child: ChildProcess | null = null;
  let deaths = 0;
  let last = 0;

  async function start(): Promise<ChildProcess> {
    const started = fork(CHILD, { env: testEnvironment(ENVIRONMENT), serialization: 'advanced' });
    await answerOf(started, 'ready');
    return started;
  }

  return {
    get deaths() {
      return deaths;
    },
    async decode(bytes, as) {
      child ??= await start();
      const { pid = 0 } = child;
      forgetPeakMemory(pid);
      const before = memoryNow(pid);
      const id = ++last;
      const since = performance.now();
      child.send({ id, as, bytes });
      const answer = await answerOf(child, id).catch((error: unknown) => String(error));
      if (typeof answer === 'string') {
        deaths += 1;
        child = null;
        const ms = performance.now() - since;
        return { outcome: 'died', message: answer, ms, cpuMs: ms, memoryBytes: 0 };
      }
      const { ms, cpuMs, code, message = '' } = answer;
      const outcome = code === undefined ? 'accepted' : (code ?? 'no code');
      return { outcome, message, ms, cpuMs, memoryBytes: peakMemory(pid) - before };
    },
    stop() {
      child?.kill('SIGKILL');
      child = null;
    },
  };
}

function answerOf(child: ChildProcess, id: Answer['id']): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const gone = (code: number | null, signal: string | null): void => reject(new Error(`ended: ${signal ?? code}`));
    child.once('exit', gone);
    const hear = (answer: Answer): void => {
      if (answer.id !== id) return;
      child.off('exit', gone);
      child.off('message', hear);
      resolve(answer);
    };
    child.on('message', hear);
  });
}
