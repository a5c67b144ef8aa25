import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { childEnvironment } from '#core/lib/child-environment.ts';
import { AppError } from '#core/lib/errors.ts';
import type { CheckedProject } from '#core/repositories/account/imports.ts';
import type { WaitingCaller } from '../caller.ts';

/** The part of a checked file that is imported. */
export interface CheckedImport {
  projects: CheckedProject[];
}
/** The thread's result: the file, or why it is refused. */
export type ImportCheck = { file: CheckedImport } | { refusal: string };

const MAX_MS = 60_000;
const MEMORY_MB = 1024;
/**
 * Each process is a single built file, with the thread's file beside it. `npm run dev` runs both from source.
 */
const IN_SOURCE = import.meta.url.endsWith('.ts');
const FROM_SOURCE = IN_SOURCE && process.execArgv.includes('tsx');
const BUILT = IN_SOURCE ? '../../../dist/node/server/import-thread.mjs' : './import-thread.mjs';
const THREAD = new URL(FROM_SOURCE ? '../../import-thread.ts' : BUILT, import.meta.url);
/** A thread does not inherit its process's TypeScript loader. */
const START_SOURCE = `import('tsx/esm/api').then(({ register }) => {
  register();
  return import(${JSON.stringify(THREAD.href)});
});`;

/**
 * Parses and checks an imported file on its own thread, since that takes seconds for a large one.
 * @throws AppError `bad_request` with the schema's message, or `unavailable` if it takes too long; the
 * signal's reason if aborted
 */
export async function checkImport(
  { signal }: Pick<WaitingCaller, 'signal'>,
  bytes: Buffer,
): Promise<CheckedImport> {
  signal.throwIfAborted();
  const late = AbortSignal.timeout(MAX_MS);
  const thread = new Worker(FROM_SOURCE ? START_SOURCE : THREAD, {
    eval: FROM_SOURCE,
    workerData: Uint8Array.from(bytes),
    env: childEnvironment(),
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
  });
  try {
    const [answer] = (await once(thread, 'message', { signal: AbortSignal.any([signal, late]) })) as [
      ImportCheck,
    ];
    if ('file' in answer) return answer.file;
    throw new AppError('bad_request', answer.refusal);
  } catch (error) {
    signal.throwIfAborted();
    if (late.aborted) {
      throw new AppError('unavailable', 'Reading this file took too long. Please try again in a moment.');
    }
    if ((error as { code?: string }).code === 'ERR_WORKER_OUT_OF_MEMORY') {
      throw new AppError('too_large', 'The file contains more than can be imported at once.');
    }
    throw error;
  } finally {
    await thread.terminate();
  }
}
