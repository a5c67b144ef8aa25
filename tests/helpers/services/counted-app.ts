import { onTestFinished, vi } from 'vitest';
import type { Backend } from '#core/backend.ts';
import { openTestApp } from './backend.ts';

/**
 * Creates the API on a backend whose statements and Redis commands are counted. Await it at the top of the
 * file.
 */
export async function openCountedApp(backend: Backend) {
  let statements = 0;
  const db = backend.db.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      statements += 1;
      return result;
    },
  });
  const app = await openTestApp({ ...backend, db });

  /**
   * Returns the number of statements and of Redis commands during some work. Nothing else may use the app
   * meanwhile.
   */
  async function count(work: () => Promise<unknown>): Promise<[statements: number, commands: number]> {
    const sent = vi.spyOn(backend.redis, 'sendCommand');
    onTestFinished(() => sent.mockRestore());
    const before = statements;
    await work();
    const commands = sent.mock.calls.length;
    sent.mockRestore();
    return [statements - before, commands];
  }
  return { app, count };
}
