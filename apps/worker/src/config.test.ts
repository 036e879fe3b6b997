import { describe, expect, it } from '@jest/globals';
import { childEnvironment, readConfig } from './config';

const REQUIRED = {
  DATABASE_URL: 'postgresql://127.0.0.1/drape',
  REDIS_URL: 'redis://127.0.0.1',
  S3_ACCESS_KEY_ID: 'id',
  S3_SECRET_ACCESS_KEY: 'secret',
};

describe('the host of pictures in webhooks', () => {
  it.each([
    ['where nothing is said', undefined, '127.0.0.1'],
    ['where links follow the client', 'http://{host}:8080', '127.0.0.1'],
    ['where clients have an address', 'https://drape.shop.example/try', 'drape.shop.example'],
  ])('%s', (_name, publicUrl, host) => {
    const config = readConfig({ ...REQUIRED, DRAPE_PUBLIC_URL: publicUrl, S3_PUBLIC_ENDPOINT: 'http://{host}:9000' });
    expect(config).toMatchObject({ pictureHost: host, storage: { publicEndpoint: 'http://{host}:9000' } });
  });
});

it('keeps the passwords of database, queue and store from render children, but not the rest of the environment', () => {
  const machine = { PATH: '/bin', LD_LIBRARY_PATH: '/usr/local/cuda/lib64', MALLOC_ARENA_MAX: '1' };
  const theirs = { DRAPE_THREADS: '2', DRAPE_MODELS: '/models.json', DRAPE_LOG_LEVEL: 'debug' };
  const others = { DRAPE_ADMIN_TOKEN: 'secret', AWS_SECRET_ACCESS_KEY: 'secret' };
  expect(childEnvironment({ ...REQUIRED, ...machine, ...theirs, ...others })).toEqual({ ...machine, ...theirs });
});
