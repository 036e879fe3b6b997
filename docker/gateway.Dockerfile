# The HTTP gateway. Build from the repository's root:
#   docker build -f docker/gateway.Dockerfile -t drape-gateway .
ARG NODE_IMAGE=node:22-bookworm-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /src
ENV CI=true CHECKPOINT_DISABLE=1
COPY . .
RUN npx -y pnpm@10.34.9 install --frozen-lockfile --filter drape --filter-prod "@drape/gateway..." \
 && node packages/db/scripts/generate.mjs \
 && node_modules/.bin/tsc -b apps/gateway \
 && node apps/widget/build.mjs \
 && node apps/dashboard/build.mjs \
 && node --import tsx apps/docs/src/build.ts
RUN rm -rf node_modules apps/*/node_modules packages/*/node_modules \
 && npx -y pnpm@10.34.9 install --frozen-lockfile --prod --filter-prod "@drape/gateway..." \
 && node docker/collect.mjs @drape/gateway /app

FROM ${NODE_IMAGE} AS run
LABEL org.opencontainers.image.title="drape-gateway" org.opencontainers.image.licenses="Apache-2.0"
WORKDIR /app
ENV NODE_ENV=production DRAPE_HOST=0.0.0.0 DRAPE_PORT=8080 DRAPE_METRICS_PORT=9464
COPY --from=build /app .
USER 1000:1000
EXPOSE 8080 9464
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s --retries=3 CMD ["node", "docker/healthcheck.mjs"]
CMD ["node", "apps/gateway/dist/main.js"]
