/** Ends with 0 when the process of this container takes work: HEALTHCHECK of the images. The worker's health port wins over the API's. */
const port = process.env.DRAPE_WORKER_HEALTH_PORT ?? process.env.DRAPE_PORT ?? '8080';
const isReady = await fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(2500) }).then(
  (response) => response.ok,
  () => false,
);
process.exit(isReady ? 0 : 1);
