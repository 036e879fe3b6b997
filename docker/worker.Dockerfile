# The render worker on CPUs. The models are prepared at build time and verified by their checksums. Build from the repository's root:
#   docker build -f docker/worker.Dockerfile -t drape-worker .
ARG NODE_IMAGE=node:22-bookworm-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /src
ENV CI=true CHECKPOINT_DISABLE=1
COPY . .
RUN npx -y pnpm@10.34.9 install --frozen-lockfile --filter drape --filter-prod "@drape/worker..." \
 && node packages/db/scripts/generate.mjs \
 && node_modules/.bin/tsc -b apps/worker \
 && node packages/models/dist/cli.js
RUN rm -rf node_modules apps/*/node_modules packages/*/node_modules \
 && npx -y pnpm@10.34.9 install --frozen-lockfile --prod --filter-prod "@drape/worker..." \
 && node docker/collect.mjs @drape/worker /app

FROM ${NODE_IMAGE} AS run
LABEL org.opencontainers.image.title="drape-worker" org.opencontainers.image.licenses="Apache-2.0"
WORKDIR /app
ENV NODE_ENV=production MALLOC_ARENA_MAX=2 DRAPE_PROVIDER=cpu DRAPE_WORKER_HEALTH_PORT=8081
COPY --from=build /app .
USER 1000:1000
EXPOSE 8081
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s --retries=3 CMD ["node", "docker/healthcheck.mjs"]
CMD ["node", "apps/worker/dist/main.js"]
