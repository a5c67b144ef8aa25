import { readdir, readFile, readlink } from 'node:fs/promises';

const EVERY_MS = 500;

/**
 * Reports how many bytes of a file another process has read, until the returned function is called. For
 * programs that report no progress. Without /proc, nothing is reported.
 */
export function watchReading(pid: number, path: string, onRead: (bytes: number) => void): () => void {
  let lastPosition = 0;
  let stopped = false;
  let timer = setTimeout(poll, EVERY_MS);
  async function poll(): Promise<void> {
    const bytes = await positionOf(pid, path).catch(() => 0);
    if (stopped) return;
    if (bytes > lastPosition) onRead((lastPosition = bytes));
    timer = setTimeout(poll, EVERY_MS);
  }
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
}

async function positionOf(pid: number, path: string): Promise<number> {
  for (const fd of await readdir(`/proc/${pid}/fd`)) {
    const target = await readlink(`/proc/${pid}/fd/${fd}`).catch(() => null);
    if (target !== path) continue;
    const info = await readFile(`/proc/${pid}/fdinfo/${fd}`, 'utf8');
    return Number(/^pos:\s+(\d+)/m.exec(info)?.[1] ?? 0);
  }
  return 0;
}
