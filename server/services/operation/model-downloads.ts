import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { ModelDownload } from '#contract/models.ts';
import type { Backend } from '#core/backend.ts';
import { lockFolder } from '#core/models/folder-lock.ts';
import { dropParts, getModels, type GetProgress, sizeOf } from '#core/models/get-models.ts';
import { installedModel } from '#core/models/installed.ts';
import { type KeptDownload, readDownload, writeDownload } from '#core/models/kept-download.ts';
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
  /** Continues what a stopped or killed process left, and begins what MODELS=auto wants. */
  begin(): Promise<void>;
  close(): Promise<void>;
}

/** How often pages are told, and how often another node's change is looked for, in ms. */
const TELL_MS = 500;
const LOOK_MS = 1_000;

/** The wish for the download changed, or this process ends: what has arrived stays. */
const INTERRUPTED = new Error('The download was interrupted.');

/**
 * The one download of an installation. What is wished for is a file beside the models, so it survives every process;
 * one process at a time carries it out.
 */
export function createModelDownloads({ config, bus, log }: Backend): ModelDownloads {
  const { modelsDir, models: wishes, minFreeBytes } = config;
  let pace = createPace();
  let running: Promise<void> | null = null;
  let current: AbortController | null = null;
  let closed = false;

  const read = async (): Promise<ModelDownload | null> => {
    const kept = await readDownload(modelsDir);
    return kept && viewOf(kept, await figuresOf(kept.models));
  };

  const tell = async () => bus.publishToAll('models.changed', { download: await read() });

  /** Bytes that are here, and all that are known of, as the disk has them. */
  async function figuresOf(ids: readonly ModelId[]) {
    const models = await readModels(modelsDir);
    const sizes = await Promise.all(ids.map((id) => sizeOf(modelsDir, id, models[id])));
    return {
      receivedBytes: sizes.reduce((sum, { there, arrived }) => sum + there + arrived, 0),
      totalBytes: sizes.reduce((sum, { all }) => sum + all, 0),
    };
  }

  function viewOf(kept: KeptDownload, figures: { receivedBytes: number; totalBytes: number }): ModelDownload {
    const isUnderWay = kept.state === 'downloading' && current !== null;
    const { bytesPerSecond, secondsLeft } = isUnderWay
      ? pace(figures.receivedBytes, figures.totalBytes)
      : { bytesPerSecond: null, secondsLeft: null };
    return { ...kept, ...figures, bytesPerSecond, secondsLeft };
  }

  /** Carries out what is wished for until nothing is. @returns false while another process does */
  async function carryOut(): Promise<boolean> {
    const lock = await lockFolder(join(modelsDir, '.download'));
    if (!lock) return false;
    try {
      for (;;) {
        const kept = await readDownload(modelsDir);
        if (closed || kept?.state !== 'downloading') return true;
        await carryOutOnce(kept);
      }
    } finally {
      await lock.release();
    }
  }

  async function carryOutOnce(kept: KeptDownload): Promise<void> {
    const left: ModelId[] = [];
    for (const id of kept.models) if (!(await installedModel(modelsDir, id))) left.push(id);
    const done = await figuresOf(kept.models.filter((id) => !left.includes(id)));
    const stop = new AbortController();
    current = stop;
    if (closed) stop.abort(INTERRUPTED);
    const look = setInterval(async () => {
      if (!isDeepStrictEqual(await readDownload(modelsDir), kept)) stop.abort(INTERRUPTED);
    }, LOOK_MS);
    let figures: Omit<GetProgress, 'id'> | null = null;
    // Also while nothing arrives: pages see the last byte, and the rate fall.
    const telling = setInterval(() => {
      if (figures) bus.publishToAll('models.changed', { download: viewOf(kept, figures) });
    }, TELL_MS);
    try {
      await getModels(left, {
        modelsDir,
        mirror: wishes.mirror,
        minFreeBytes,
        signal: stop.signal,
        onProgress: ({ receivedBytes, totalBytes }) => {
          figures = {
            receivedBytes: done.totalBytes + receivedBytes,
            totalBytes: done.totalBytes + totalBytes,
          };
        },
      });
      if (isDeepStrictEqual(await readDownload(modelsDir), kept)) await writeDownload(modelsDir, null);
    } catch (error) {
      if (stop.signal.aborted) return;
      log.warn({ err: (error as Error).message }, 'models not downloaded');
      const message = error instanceof ModelError ? error.message : 'Something went wrong on our side.';
      await writeDownload(modelsDir, { ...kept, state: 'failed', message });
    } finally {
      clearInterval(look);
      clearInterval(telling);
      current = null;
      await tell();
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
        // A wish that came while the last one ended.
        if (ended && (await readDownload(modelsDir))?.state === 'downloading') start();
      });
  }

  /** Writes the wish, and carries it out. */
  async function wish(kept: KeptDownload | null): Promise<void> {
    await writeDownload(modelsDir, kept);
    current?.abort(INTERRUPTED);
    if (kept?.state === 'downloading') start();
    await tell();
  }

  return {
    read,
    async add(ids) {
      const kept = await readDownload(modelsDir);
      const models = [...new Set([...(kept?.models ?? []), ...ids])];
      await wish({ models, state: 'downloading', message: null });
    },
    async change(action) {
      const kept = await readDownload(modelsDir);
      if (!kept) return;
      if (action === 'pause' && kept.state !== 'downloading') return;
      if (action === 'resume' && kept.state === 'downloading') return;
      if (action !== 'cancel') {
        await wish({ ...kept, state: action === 'pause' ? 'paused' : 'downloading', message: null });
        return;
      }
      await wish(null);
      await running;
      await dropParts(modelsDir, kept.models);
    },
    async begin() {
      if (config.mode !== 'local' || wishes.mode === 'off') return;
      const kept = await readDownload(modelsDir);
      const wanted = wishes.mode === 'auto' ? wishes.languages.flatMap((code) => MODEL_SETS[code]) : [];
      const missing: ModelId[] = [];
      for (const id of wanted) if (!(await installedModel(modelsDir, id))) missing.push(id);
      if (missing.length > 0 && kept?.state !== 'paused') {
        await wish({
          models: [...new Set([...(kept?.models ?? []), ...missing])],
          state: 'downloading',
          message: null,
        });
      } else if (kept?.state === 'downloading') start();
    },
    async close() {
      closed = true;
      current?.abort(INTERRUPTED);
      await running;
    },
  };
}
