// @ts-check
import { readFile, readdir, readlink } from 'node:fs/promises';

/** How often, and how long each time, an API or worker is asked before it counts as hanging: 30 s in all. */
const TRIES = { count: 6, ms: 5_000 };
/** The state of a listening socket in the kernel's tables. */
const LISTENING = '0A';

/**
 * Checks an API or worker of this container. One that accepts connections but does not respond for 30 s, such as a
 * stopped process, is killed: its container ends, and the restart policy starts it again. Attempts are counted, not
 * timed, so that a process still has them all after the machine was suspended.
 * @param {string} base the service's address in this container
 * @param {typeof TRIES} [tries]
 * @returns {Promise<string | null>} what is wrong, or `null`
 */
export async function checkHealth(base, tries = TRIES) {
  const ready = await ask(`${base}/readyz`, tries.ms);
  if (ready === 200) return null;
  if (ready !== 'silent') return `/readyz: ${ready}`;
  for (let attempt = 1; attempt < tries.count; attempt += 1) {
    const health = await ask(`${base}/healthz`, tries.ms);
    if (health !== 'silent') return `/readyz: no response; /healthz: ${health}`;
  }
  const hanging = await findListeners(Number(new URL(base).port));
  for (const id of hanging) process.kill(id, 'SIGKILL');
  return `No response for ${(tries.count * tries.ms) / 1000} s: killed ${hanging.join(', ') || 'no process'}.`;
}

/**
 * Returns the status of a response; `silent` without a response in time, `refused` if nothing listens.
 * @param {string} url
 * @param {number} ms
 */
async function ask(url, ms) {
  try {
    return (await fetch(url, { signal: AbortSignal.timeout(ms) })).status;
  } catch (error) {
    return error instanceof Error && error.name === 'TimeoutError' ? 'silent' : 'refused';
  }
}

/**
 * Returns the IDs of the processes that listen on a TCP port.
 * @param {number} port
 */
async function findListeners(port) {
  const tables = await Promise.all(
    ['/proc/net/tcp', '/proc/net/tcp6'].map((file) => readFile(file, 'utf8').catch(() => '')),
  );
  const sockets = new Set();
  for (const line of tables.flatMap((table) => table.split('\n'))) {
    const fields = line.trim().split(/\s+/);
    const localPort = Number.parseInt(fields[1]?.split(':')[1] ?? '', 16);
    if (fields[3] === LISTENING && localPort === port) sockets.add(`socket:[${fields[9]}]`);
  }
  const ids = (await readdir('/proc')).map(Number).filter(Boolean);
  const listeners = await Promise.all(ids.map((id) => hasOpen(id, sockets)));
  return ids.filter((_, index) => listeners[index]);
}

/**
 * @param {number} id of a process
 * @param {Set<string>} sockets
 */
async function hasOpen(id, sockets) {
  const folder = `/proc/${id}/fd`;
  // Files of other users cannot be listed, and a process may end in the meantime.
  const names = await readdir(folder).catch(() => []);
  const targets = await Promise.all(names.map((name) => readlink(`${folder}/${name}`).catch(() => '')));
  return targets.some((target) => sockets.has(target));
}
