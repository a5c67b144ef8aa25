import { parentPort, workerData } from 'node:worker_threads';
import { exportSchema } from '#contract/export.ts';
import { checkedProject } from '#core/repositories/account/imports.ts';
import type { ImportCheck } from './services/account/check-import.ts';

/** A key that would change an object's prototype. */
const PROTOTYPE_KEY = /"__proto__"\s*:/;
const NOT_JSON = "Body is not valid JSON but content-type is set to 'application/json'";

/** Checks one imported file, whose bytes the thread receives, and ends. */
function check(bytes: Uint8Array): ImportCheck {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString();
  let content: unknown;
  try {
    content = text === '' ? undefined : JSON.parse(text);
    if (PROTOTYPE_KEY.test(text)) return { refusal: NOT_JSON };
  } catch {
    return { refusal: NOT_JSON };
  }
  const { success, data, error } = exportSchema.safeParse(content);
  if (success) return { file: { projects: data.projects.map(checkedProject) } };
  const { path, message } = error.issues[0]!;
  return { refusal: path.length > 0 ? `${path.join('.')}: ${message}` : message };
}

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
parentPort!.postMessage(check(workerData as Uint8Array));
