// @ts-check
import { setTimeout as delay } from 'node:timers/promises';
import { indent, liveChildren } from '../child.mjs';

const FIRST_DELAY_MS = 500;
const LONGEST_DELAY_MS = 30_000;
const STABLE_AFTER_MS = 60_000;
/** The interval of health checks in ms, and the consecutive failures after which a service is restarted. */
const HEALTH_CHECKS = { everyMs: 5_000, times: 6 };

/**
 * @typedef {ReturnType<typeof import('../child.mjs').startChild>} Child
 * @typedef {object} Service
 * @property {string} name
 * @property {() => Promise<Child>} start resolves when the child is ready
 * @property {(child: Child) => Promise<unknown>} [ask] resolves if it responds
 * @property {NodeJS.Signals} [signal] the signal that stops it
 * @property {number} [graceMs]
 */

/**
 * Keeps services running: a service that ends by itself, or does not respond for 30 s, is reported with its
 * last log lines and restarted, after ever longer pauses while it keeps failing.
 * @param {{ print: (line: string) => void, changed?: (children: Child[]) => void, healthChecks?: typeof HEALTH_CHECKS }}
 * options
 */
export function createSupervisor({ print, changed = () => {}, healthChecks = HEALTH_CHECKS }) {
  const stopping = new AbortController();
  /** @type {Map<string, { service: Service, child?: Child, restarting: boolean, watched: Promise<void> }>} */
  const entries = new Map();
  const report = () => changed([...entries.values()].flatMap(({ child }) => (child?.running ? [child] : [])));

  /**
   * Ends a child that does not respond, so that it is restarted. Failures are counted, not timed, so that
   * each child still has all its tries after the machine was suspended.
   * @param {Service} service
   * @param {Child} child
   */
  async function endSilent({ name, ask }, child) {
    if (!ask) return;
    let failures = 0;
    while (child.running && !stopping.signal.aborted) {
      let responds = false;
      void ask(child).then(
        () => (responds = true),
        () => {},
      );
      await delay(healthChecks.everyMs, undefined, { signal: stopping.signal, ref: false }).catch(() => {});
      failures = responds ? 0 : failures + 1;
      if (failures < healthChecks.times || !child.running || stopping.signal.aborted) continue;
      print(`${name} has not responded for ${(healthChecks.everyMs * healthChecks.times) / 1000} s.`);
      await child.stop({ signal: 'SIGKILL' });
    }
  }

  /** @param {string} name */
  async function watch(name) {
    const entry = entries.get(name);
    let wait = FIRST_DELAY_MS;
    if (!entry?.child) return;
    while (!stopping.signal.aborted) {
      const since = Date.now();
      const exit = await entry.child.exited;
      if (stopping.signal.aborted) return;
      if (Date.now() - since > STABLE_AFTER_MS) wait = FIRST_DELAY_MS;
      if (!entry.restarting) {
        print(
          `${name} ended ${exit} and is being restarted. Its last lines:\n${indent(entry.child.lastLines())}`,
        );
      }
      while (!stopping.signal.aborted) {
        if (!entry.restarting) await delay(wait, undefined, { signal: stopping.signal }).catch(() => {});
        if (stopping.signal.aborted) return;
        wait = Math.min(wait * 2, LONGEST_DELAY_MS);
        entry.restarting = false;
        try {
          entry.child = await entry.service.start();
          void endSilent(entry.service, entry.child);
          print(`${name} is running again.`);
          report();
          break;
        } catch (error) {
          if (stopping.signal.aborted) return;
          print(`${error instanceof Error ? error.message : error}\n${name} is being restarted.`);
        }
      }
    }
  }

  return {
    /**
     * Starts a service; the caller handles a failure of the first start.
     * @param {Service} service
     */
    async run(service) {
      const child = await service.start();
      entries.set(service.name, { service, child, restarting: false, watched: Promise.resolve() });
      report();
      const entry = entries.get(service.name);
      if (entry) entry.watched = watch(service.name);
      void endSilent(service, child);
      return child;
    },

    /**
     * Stops a service, so that it is restarted immediately.
     * @param {string} name
     */
    async restart(name) {
      const entry = entries.get(name);
      if (!entry?.child?.running || entry.restarting) return;
      entry.restarting = true;
      await entry.child.stop({ signal: entry.service.signal, graceMs: entry.service.graceMs });
    },

    /**
     * Stops all services in this order. Services that it does not name are left alone.
     * @param {string[]} order
     */
    async stop(order) {
      stopping.abort();
      for (const name of order) {
        const { signal, graceMs } = entries.get(name)?.service ?? {};
        // Found by name, since the entry of a service that is starting has no child yet.
        const children = [...liveChildren].filter((child) => child.name === name);
        await Promise.all(children.map((child) => child.stop({ signal, graceMs })));
      }
      await Promise.all([...entries.values()].map(({ watched }) => watched));
    },
  };
}
