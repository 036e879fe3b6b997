export { attackRun, forgetPeakMemory, memoryNow, peakMemory, type AttackRun } from './attack-run';
export { createLeakGuard, type LeakGuard } from './create-leak-guard';
export { createOwnPostgres, type OwnPostgres } from './create-own-postgres';
export { createOwnRedis, type OwnRedis } from './create-own-redis';
export { createTestBucket, type TestBucket } from './create-test-bucket';
export { createTestDatabase, executeSql, type TestDatabase } from './create-test-database';
export { encodeAvif } from './encode-avif';
export { fetchPackage } from './fetch-package';
export { findKubectl } from './find-kubectl';
export { findPrometheus, type PrometheusCommands } from './find-prometheus';
export { holdLock, type HeldLock } from './hold-lock';
export {
  launchBrowser,
  seriousFaults,
  type AxeFault,
  type Browser,
  type BrowserContext,
  type Locator,
  type Page,
} from './launch-browser';
export { liveOwner } from './live-owner';
export { node18 } from './node-18';
export { openInBrowser, type OpenBrowser } from './open-in-browser';
export { pathWithCurl, type CurlPath } from './path-with-curl';
export {
  runGateway,
  runProcess,
  runWorker,
  spawnProcess,
  type ProcessOptions,
  type RunningProcess,
} from './run-process';
export { serveFixtures, type Fixture, type FixtureServer } from './serve-fixtures';
export { createTcpProxy, type TcpProxy } from './tcp-proxy';
export { testEnvironment, testPrefix, testRedisUrl, testVariable } from './test-environment';
export { differences, readTranscripts, type Transcript } from './transcripts';
export { waitFor, type WaitOptions } from './wait-for';
