import { describe, expect, it } from '@jest/globals';
import { readConfig } from './config';

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
