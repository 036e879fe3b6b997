import { createObjectStore, type ObjectStore, type S3StoreOptions } from '@drape/storage';
import { testPrefix, testVariable } from './test-environment';

export interface TestBucket {
  settings: S3StoreOptions;
  /** The settings as the apps read them. */
  env: Record<string, string>;
  store: ObjectStore;
  /** Empties it and closes the store's connections. */
  drop: () => Promise<void>;
}

/** A bucket of the test's own in the object store behind the tests. */
export async function createTestBucket(): Promise<TestBucket> {
  const settings = {
    endpoint: testVariable('TEST_S3_ENDPOINT'),
    region: testVariable('TEST_S3_REGION'),
    bucket: testPrefix(),
    accessKeyId: testVariable('TEST_S3_ACCESS_KEY_ID'),
    secretAccessKey: testVariable('TEST_S3_SECRET_ACCESS_KEY'),
    forcePathStyle: true,
  };
  const store = createObjectStore(settings);
  await store.ensureBucket();
  return {
    settings,
    env: {
      S3_ENDPOINT: settings.endpoint,
      S3_REGION: settings.region,
      S3_BUCKET: settings.bucket,
      S3_ACCESS_KEY_ID: settings.accessKeyId,
      S3_SECRET_ACCESS_KEY: settings.secretAccessKey,
      S3_FORCE_PATH_STYLE: 'true',
    },
    store,
    async drop() {
      await store.delete(await store.list(''));
      store.close();
    },
  };
}
