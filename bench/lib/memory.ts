import { readdirSync, readFileSync } from 'node:fs';

const EVERY_MS = 250;

/** Watches the resident memory of a process and its children. */
export function watchMemory(pid: number): { stop(): number } {
  let most = 0;
  const timer = setInterval(() => (most = Math.max(most, residentBytes(pid))), EVERY_MS);
  return {
    /** Returns the most memory since the start, in bytes. */
    stop() {
      clearInterval(timer);
      return most;
    },
  };
}

/** Sums the resident memory of a process tree, in bytes. Memory that its processes share counts for each of them. */
function residentBytes(root: number): number {
  const parents = new Map<number, number>();
  const resident = new Map<number, number>();
  for (const name of readdirSync('/proc')) {
    const pid = Number(name);
    const status = Number.isInteger(pid) ? readStatus(pid) : undefined;
    if (!status) continue;
    parents.set(pid, status.parent);
    resident.set(pid, status.bytes);
  }
  const isInTree = (pid: number): boolean => {
    for (let at: number | undefined = pid; at !== undefined; at = parents.get(at))
      if (at === root) return true;
    return false;
  };
  return [...resident].reduce((sum, [pid, bytes]) => sum + (isInTree(pid) ? bytes : 0), 0);
}

function readStatus(pid: number): { parent: number; bytes: number } | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/status`, 'utf8');
    const [, parent = '0'] = /^PPid:\s+(\d+)$/m.exec(text) ?? [];
    const [, kilobytes = '0'] = /^VmRSS:\s+(\d+) kB$/m.exec(text) ?? [];
    return { parent: Number(parent), bytes: Number(kilobytes) * 1024 };
  } catch {
    // The process ended meanwhile.
    return undefined;
  }
}
