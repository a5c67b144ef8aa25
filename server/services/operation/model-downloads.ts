import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { ModelDownload } from '#contract/models.ts';
import type { Backend } from '#core/backend.ts';
import { lockModels } from '#core/models/lock-models.ts';
import { dropParts, getModels, type GetProgress, sizeOf } from '#core/models/get-models.ts';
import { installedModel } from '#core/models/installed.ts';
import { type StoredDownload, readDownload, writeDownload } from '#core/models/stored-download.ts';
import { MODEL_SETS, type ModelId } from '#core/models/manifest.ts';
import { ModelError } from '#core/models/model-error.ts';
import { readModels } from '#core/models/own-manifest.ts';
import { createPace } from '#core/models/pace.ts';

export interface ModelDownloads {
  /** The download of this installation, if there is one. */
  read(): Promise<ModelDownload | null>;
  /** Adds models to it, or starts it. */
  add(ids: readonly ModelId[]): Promise<void>;
  change(action: 'pause' | 'resume' | 'cancel'): Promise<void>;
  /** Resumes what a stopped or killed process left unfinished, and starts what MODELS=auto requires. */
  begin(): Promise<void>;
  close(): Promise<void>;
}

/** How often pages are notified, and how often changes by another node are checked, in ms. */
const PUBLISH_MS = 500;
const LOOK_MS = 1_000;

/** The request for the download changed, or this process ends. Received bytes stay. */
const INTERRUPTED = new Error('The download was interrupted.');

/**
 * Manages the single download of an installation. The request is a file beside the models, so it survives
 * every process. One process at a time carries it out.
 */
export function createModelDownloads({ config, bus, log }: Backend): ModelDownloads {
  const { modelsDir, models: settings, minFreeBytes } = config;
  let pace = createPace();
  let running: Promise<void> | null = null;
  let current: AbortController | null = null;
  let closed = false;

  const read = async (): Promise<ModelDownload | null> => {
    const stored = await readDownload(modelsDir);
    return stored && viewOf(stored, await figuresOf(stored.models));
  };

  const publish = async () => bus.publishToAll('models.changed', { download: await read() });

  /** Returns the received bytes, and the known total, as found on the disk. */
  async function figuresOf(ids: readonly ModelId[]) {
    const models = await readModels(modelsDir);
    const sizes = await Promise.all(ids.map((id) => sizeOf(modelsDir, id, models[id])));
    return {
      receivedBytes: sizes.reduce((sum, { there, arrived }) => sum + there + arrived, 0),
      totalBytes: sizes.reduce((sum, { all }) => sum + all, 0),
    };
  }

  function viewOf(
    stored: StoredDownload,
    figures: { receivedBytes: number; totalBytes: number },
  ): ModelDownload {
    const isUnderWay = stored.state === 'downloading' && current !== null;
    const { bytesPerSecond, secondsLeft } = isUnderWay
      ? pace(figures.receivedBytes, figures.totalBytes)
      : { bytesPerSecond: null, secondsLeft: null };
    return { ...stored, ...figures, bytesPerSecond, secondsLeft };
  }

  /** Carries out the request until nothing is left. @returns `false` while another process does so */
  async function carryOut(): Promise<boolean> {
    const lock = await lockModels(join(modelsDir, '.download'));
    if (!lock) return false;
    try {
      for (;;) {
        const stored = await readDownload(modelsDir);
        if (closed || stored?.state !== 'downloading') return true;
        await carryOutOnce(stored);
      }
    } finally {
      lock.release();
    }
  }

  async function carryOutOnce(stored: StoredDownload): Promise<void> {
    const remaining: ModelId[] = [];
    for (const id of stored.models) if (!(await installedModel(modelsDir, id))) remaining.push(id);
    const done = await figuresOf(stored.models.filter((id) => !remaining.includes(id)));
    const stop = new AbortController();
    current = stop;
    if (closed) stop.abort(INTERRUPTED);
    const poll = setInterval(async () => {
      if (!isDeepStrictEqual(await readDownload(modelsDir), stored)) stop.abort(INTERRUPTED);
    }, LOOK_MS);
    let figures: Omit<GetProgress, 'id'> | null = null;
    // Events are sent even if nothing arrives, so that pages show the last byte and a falling rate.
    const publishing = setInterval(() => {
      if (figures) bus.publishToAll('models.changed', { download: viewOf(stored, figures) });
    }, PUBLISH_MS);
    try {
      await getModels(remaining, {
        modelsDir,
        mirror: settings.mirror,
        minFreeBytes,
        signal: stop.signal,
        onProgress: ({ receivedBytes, totalBytes }) => {
          figures = {
            receivedBytes: done.totalBytes + receivedBytes,
            totalBytes: done.totalBytes + totalBytes,
          };
        },
      });
      if (isDeepStrictEqual(await readDownload(modelsDir), stored)) await writeDownload(modelsDir, null);
    } catch (error) {
      if (stop.signal.aborted) return;
      log.warn({ err: (error as Error).message }, 'models not downloaded');
      const message = error instanceof ModelError ? error.message : 'Something went wrong on our side.';
      await writeDownload(modelsDir, { ...stored, state: 'failed', message });
    } finally {
      clearInterval(poll);
      clearInterval(publishing);
      current = null;
      await publish();
    }
  }

  function start(): void {
    if (running || closed) return;
    pace = createPace();
    running = carryOut()
      .catch((error: Error) => {
        log.error({ err: error.message }, 'models not downloaded');
        return false;
      })
      .then(async (ended) => {
        running = null;
        // A request that came while the last one was ending.
        if (ended && (await readDownload(modelsDir))?.state === 'downloading') start();
      });
  }

  /** Stores the request, and carries it out. */
  async function storeRequest(stored: StoredDownload | null): Promise<void> {
    await writeDownload(modelsDir, stored);
    current?.abort(INTERRUPTED);
    if (stored?.state === 'downloading') start();
    await publish();
  }

  return {
    read,
    async add(ids) {
      const stored = await readDownload(modelsDir);
      const models = [...new Set([...(stored?.models ?? []), ...ids])];
      await storeRequest({ models, state: 'downloading', message: null });
    },
    async change(action) {
      const stored = await readDownload(modelsDir);
      if (!stored) return;
      if (action === 'pause' && stored.state !== 'downloading') return;
      if (action === 'resume' && stored.state === 'downloading') return;
      if (action !== 'cancel') {
        await storeRequest({
          ...stored,
          state: action === 'pause' ? 'paused' : 'downloading',
          message: null,
        });
        return;
      }
      await storeRequest(null);
      await running;
      await dropParts(modelsDir, stored.models);
    },
    async begin() {
      if (config.mode !== 'local' || settings.mode === 'off') return;
      const stored = await readDownload(modelsDir);
      const requested =
        settings.mode === 'auto' ? settings.languages.flatMap((code) => MODEL_SETS[code]) : [];
      const missing: ModelId[] = [];
      for (const id of requested) if (!(await installedModel(modelsDir, id))) missing.push(id);
      if (missing.length > 0 && stored?.state !== 'paused') {
        await storeRequest({
          models: [...new Set([...(stored?.models ?? []), ...missing])],
          state: 'downloading',
          message: null,
        });
      } else if (stored?.state === 'downloading') start();
    },
    async close() {
      closed = true;
      current?.abort(INTERRUPTED);
      await running;
    },
  };
}
