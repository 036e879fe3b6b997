# The render worker on NVIDIA GPUs: CUDA 12 with cuDNN 9, linux/amd64. Falls back to the CPU where no GPU is there. Build from the root:
#   docker build -f docker/worker-gpu.Dockerfile -t drape-worker-gpu .
#   docker run --gpus all … drape-worker-gpu
ARG NODE_IMAGE=node:22-bookworm-slim
ARG CUDA_IMAGE=nvidia/cuda:12.8.1-cudnn-runtime-ubuntu24.04

FROM ${NODE_IMAGE} AS build
WORKDIR /src
ENV CI=true CHECKPOINT_DISABLE=1
COPY . .
RUN npx -y pnpm@10.34.9 install --frozen-lockfile --filter drape --filter-prod "@drape/worker..." \
 && node packages/db/scripts/generate.mjs \
 && node_modules/.bin/tsc -b apps/worker \
 && node packages/models/dist/cli.js
# onnxruntime's CUDA libraries are not in the npm package: its own script fetches them from NuGet. "true" takes all that the platform has;
# the value "cuda12" is dropped by version 1.30.
RUN rm -rf node_modules apps/*/node_modules packages/*/node_modules \
 && npx -y pnpm@10.34.9 install --frozen-lockfile --prod --filter-prod "@drape/worker..." \
 && ONNXRUNTIME_NODE_INSTALL=true node packages/models/node_modules/onnxruntime-node/script/install.js \
 && test -f packages/models/node_modules/onnxruntime-node/bin/napi-v6/linux/x64/libonnxruntime_providers_cuda.so \
 && node docker/collect.mjs @drape/worker /app

FROM ${NODE_IMAGE} AS node

FROM ${CUDA_IMAGE} AS run
LABEL org.opencontainers.image.title="drape-worker-gpu" org.opencontainers.image.licenses="Apache-2.0"
WORKDIR /app
ENV NODE_ENV=production MALLOC_ARENA_MAX=2 DRAPE_PROVIDER=cuda DRAPE_WORKER_HEALTH_PORT=8081
COPY --from=node /usr/local/bin/node /usr/local/bin/node
COPY --from=build /app .
USER 1000:1000
EXPOSE 8081
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=120s --retries=3 CMD ["node", "docker/healthcheck.mjs"]
CMD ["node", "apps/worker/dist/main.js"]
