import { describe, expect, it } from '@jest/globals';
import { ConfigurationError, readEnv, type EnvSchema } from './read-env';

const SCHEMA = {
  type: 'object',
  properties: {
    DATABASE_URL: { type: 'string', description: 'where Postgres listens', writeOnly: true, pattern: '^postgres' },
    DRAPE_PORT: { type: 'integer', default: 8080, minimum: 0, maximum: 65535 },
    DRAPE_PROVIDER: { type: 'string', enum: ['cpu', 'cuda'], default: 'cpu' },
    DRAPE_FETCH_ALLOW: { type: 'array', items: { type: 'string', pattern: ':\\d+$' }, default: [] },
    S3_FORCE_PATH_STYLE: { type: 'boolean', default: false },
    S3_ENDPOINT: { type: 'string' },
  },
  required: ['DATABASE_URL'],
} as const satisfies EnvSchema;

function problemsOf(env: Record<string, string>): readonly string[] {
  try {
    readEnv(SCHEMA, env);
  } catch (error) {
    if (error instanceof ConfigurationError) return error.problems;
    throw error;
  }
  return [];
}

describe('readEnv', () => {
  it('converts strings to the types of the schema and fills in defaults', () => {
    const values = readEnv(SCHEMA, {
      DATABASE_URL: 'postgres://a/b',
      DRAPE_PORT: '9000',
      DRAPE_FETCH_ALLOW: '127.0.0.1:1, localhost:2,',
      S3_FORCE_PATH_STYLE: 'true',
      PATH: '/bin',
    });
    const port: number = values.DRAPE_PORT;
    const provider: 'cpu' | 'cuda' = values.DRAPE_PROVIDER;
    expect(values).toEqual({
      DATABASE_URL: 'postgres://a/b',
      DRAPE_PORT: port,
      DRAPE_PROVIDER: provider,
      DRAPE_FETCH_ALLOW: ['127.0.0.1:1', 'localhost:2'],
      S3_FORCE_PATH_STYLE: true,
    });
    expect([port, provider]).toEqual([9000, 'cpu']);
  });

  it('treats an empty string as unset', () => {
    expect(readEnv(SCHEMA, { DATABASE_URL: 'postgres://a/b', DRAPE_PORT: '' }).DRAPE_PORT).toBe(8080);
  });

  it('reports every problem at once', () => {
    expect(problemsOf({ DRAPE_PORT: '80x', DRAPE_PROVIDER: 'gpu', S3_FORCE_PATH_STYLE: 'maybe' })).toEqual([
      'DATABASE_URL must be set (where Postgres listens).',
      'DRAPE_PORT must be integer, not "80x".',
      'DRAPE_PROVIDER must be one of cpu, cuda, not "gpu".',
      'S3_FORCE_PATH_STYLE must be boolean, not "maybe".',
    ]);
  });

  it('rejects a misspelt DRAPE_ variable and names the nearest, but accepts those of other parts', () => {
    const env = { DATABASE_URL: 'postgres://a/b', DRAPE_PROT: '1', DRAPE_WAIT_MS: '2' };
    expect(problemsOf(env)).toEqual(['DRAPE_PROT is not a setting of Drape; did you mean DRAPE_PORT?']);
  });

  it('never shows the value of a secret', () => {
    expect(problemsOf({ DATABASE_URL: 'mysql://root:hunter2@x' }).join()).not.toContain('hunter2');
  });
});
