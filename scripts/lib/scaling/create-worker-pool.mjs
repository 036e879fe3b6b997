import { createRequire } from 'node:module';
import { join } from 'node:path';
import { ROOT } from '../paths.mjs';

const require = createRequire(import.meta.url);
const { pickPort } = require(join(ROOT, 'packages/local/dist/index.js'));
const PROGRAM = join(ROOT, 'scripts/lib/simulated-worker.mjs');

/**
 * Worker processes that are started and stopped one by one, as pods are. `onChange` hears which there are, those included that still
 * start or finish their last render.
 */
export function createWorkerPool({ stack, env, onChange, onProblem }) {
  const members = [];
  const leaving = new Set();
  let made = 0;
  const tell = () => onChange([...members, ...leaving].map(({ name, port }) => ({ name, port })));

  async function add() {
    made += 1;
    const port = await pickPort();
    const name = `worker-${made}`;
    const app = await stack.app(name, { ...env, DRAPE_WORKER_HEALTH_PORT: String(port) }, PROGRAM);
    const member = { name, port, app, isReady: false };
    members.push(member);
    app.ready().then(
      () => (member.isReady = true),
      (error) => leaving.has(member) || onProblem(error),
    );
  }

  /** SIGTERM; it finishes what it has in hand. The newest goes first, as Kubernetes' ReplicaSet chooses. */
  async function remove() {
    const member = members.pop();
    leaving.add(member);
    await member.app.stop();
    leaving.delete(member);
    tell();
  }

  return {
    get size() {
      return members.length;
    },
    get readySize() {
      return members.filter(({ isReady }) => isReady).length;
    },
    ready: () => Promise.all(members.map(({ app }) => app.ready())),
    async resize(size) {
      while (members.length < size) await add();
      while (members.length > size) void remove().catch((error) => onProblem(error));
      tell();
    },
    async stop() {
      await Promise.all([...members, ...leaving].map(({ app }) => app.stop()));
    },
  };
}
