import type { ChildProcess } from 'node:child_process';
import { ended } from '../helpers/processes/installation.ts';

/** Several processes of one kind. A process that ends is restarted, as by an operator's supervisor. */
export interface Nodes {
  /** Resolves when all processes are ready. */
  ready(): Promise<ChildProcess[]>;
  /** The number of unexpected ends. */
  crashes: number;
  retired: boolean;
  kill(child: ChildProcess): Promise<void>;
  /** Stops restarting. */
  retire(): void;
}

const AGAIN_MS = 200;

export async function keepNodes(
  count: number,
  start: (index: number) => Promise<ChildProcess>,
): Promise<Nodes> {
  const live = new Set<ChildProcess>();
  const expectedProcesses = new Set<ChildProcess>();
  let tell = () => {};
  const nodes: Nodes = {
    crashes: 0,
    retired: false,
    async ready() {
      while (live.size < count) await new Promise<void>((resolve) => (tell = resolve));
      return [...live];
    },
    async kill(child) {
      expectedProcesses.add(child);
      live.delete(child);
      child.kill('SIGKILL');
      await ended(child);
    },
    retire: () => {
      nodes.retired = true;
    },
  };
  async function keep(index: number): Promise<void> {
    while (!nodes.retired) {
      // A process that starts while a service is away may give up, so it is restarted.
      const child = await start(index).catch(() => undefined);
      if (!child) {
        await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
        continue;
      }
      live.add(child);
      tell();
      await ended(child);
      live.delete(child);
      if (!expectedProcesses.has(child) && !nodes.retired) {
        nodes.crashes += 1;
        console.error(`a process ended by itself: code ${child.exitCode}, signal ${child.signalCode}`);
      }
    }
  }
  for (let index = 0; index < count; index += 1) void keep(index);
  await nodes.ready();
  return nodes;
}
