import { describe, expect, it } from '@jest/globals';
import { ConfigurationError, readEnv } from './env';
import { createLogger } from './logger';
import { createShutdown } from './shutdown';

const schema = {
  properties: {
    DATABASE_URL: { type: 'string' },
    DRAPE_PORT: { type: 'integer', default: 8080, minimum: 0, maximum: 65535 },
    DRAPE_PROVIDER: { type: 'string', enum: ['cpu', 'cuda'], default: 'cpu' },
    DRAPE_FLAG: { type: 'boolean', default: false },
    DRAPE_EXTRA: { type: 'string' },
  },
  required: ['DATABASE_URL'],
} as const;

function problemsOf(work: () => unknown): readonly string[] {
  try {
    work();
  } catch (error) {
    if (error instanceof ConfigurationError) return error.problems;
    throw error;
  }
  return [];
}

describe('readEnv', () => {
  it('coerces, fills in defaults and leaves the rest of the environment alone', () => {
    const env = {
      DATABASE_URL: 'postgres://x',
      DRAPE_PORT: '9000',
      DRAPE_FLAG: 'true',
      HOME: '/root',
      DRAPE_EXTRA: '',
    };
    expect(readEnv(schema, env)).toEqual({
      DATABASE_URL: 'postgres://x',
      DRAPE_PORT: 9000,
      DRAPE_PROVIDER: 'cpu',
      DRAPE_FLAG: true,
    });
  });

  it('reports every problem at once, with unknown variables of its prefix', () => {
    const env = { DRAPE_PORT: 'abc', DRAPE_PROVIDER: 'tpu', DRAPE_PROT: '1' };
    const problems = problemsOf(() => readEnv(schema, env));
    expect(problems).toHaveLength(4);
    expect(problems.join('\n')).toMatch(/DRAPE_PROT is not a variable/);
    expect(problems.join('\n')).toMatch(/DATABASE_URL is missing/);
    expect(problems.join('\n')).toMatch(/DRAPE_PORT must be integer, got "abc"/);
    expect(problems.join('\n')).toMatch(/DRAPE_PROVIDER.*\["cpu","cuda"\]/);
  });
});

describe('createLogger', () => {
  it('writes JSON lines and never a secret field', () => {
    const lines: string[] = [];
    const log = createLogger({ name: 'test', destination: { write: (line) => lines.push(line) } });
    log.info({ apiKey: 'drp_secret', request: { userPhoto: 'AAAA' }, count: 1 }, 'hello');
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ name: 'test', level: 'info', msg: 'hello', count: 1 });
    expect(lines[0]).not.toMatch(/drp_secret|AAAA/);
  });

  it('writes an error with its cause and without its other fields', () => {
    const lines: string[] = [];
    const log = createLogger({ name: 'test', destination: { write: (line) => lines.push(line) } });
    const error = Object.assign(new Error('outer', { cause: new Error('inner') }), { context: 'private' });
    log.error({ err: error }, 'failed');
    expect(JSON.parse(lines[0] ?? '').err).toMatchObject({ message: 'outer', cause: { message: 'inner' } });
    expect(lines[0]).not.toMatch(/private/);
  });
});

describe('createShutdown', () => {
  it('closes in reverse order, once, and goes on when a step throws', async () => {
    const closed: string[] = [];
    const log = createLogger({ name: 'test', destination: { write: () => undefined } });
    const shutdown = createShutdown({ log, deadlineMs: 1000, exit: () => closed.push('exit') });
    shutdown.add('database', () => void closed.push('database'));
    shutdown.add('queue', () => Promise.reject(new Error('gone')));
    shutdown.add('server', () => void closed.push('server'));
    await Promise.all([shutdown.run('test'), shutdown.run('again')]);
    expect(closed).toEqual(['server', 'database']);
    expect(shutdown.closing).toBe(true);
  });
});
