import { restartUnderPages } from '../helpers/processes/api-restart.ts';
import { findFaults } from '../helpers/processes/find-faults.ts';
import { ended } from '../helpers/processes/installation.ts';
import { removeFolder } from '../helpers/services/private-services.ts';
import { openPrivateInstallation } from '../helpers/installations/private-installation.ts';

const PAGES_EACH = 50;

/**
 * Restarts the API under this many open pages, once by kill -9 and once gracefully. Prints one JSON line of
 * figures.
 * @returns `false` if a page never learned how its run ended
 */
export async function soakSockets({ sockets }: { sockets: number }): Promise<boolean> {
  const { home, library, postgres, redis, installation } = await openPrivateInstallation();
  let server = await installation.startServer();
  const worker = await installation.startWorker();
  const users = Math.ceil(sockets / PAGES_EACH);
  let good = true;
  for (const signal of ['SIGKILL', 'SIGTERM'] as const) {
    const from = Date.now();
    let stopMs = 0;
    const { userIds, deaf } = await restartUnderPages(installation, {
      library,
      users,
      pagesEach: PAGES_EACH,
      workers: [worker],
      async stop() {
        const stopped = Date.now();
        server.kill(signal);
        await ended(server);
        stopMs = Date.now() - stopped;
      },
      async start() {
        server = await installation.startServer();
      },
    });
    const { lost, charges } = await findFaults(installation, userIds);
    const figures = {
      soak: 'sockets',
      signal,
      sockets: users * PAGES_EACH,
      runs: users,
      deaf: deaf.length,
      lost: lost.length,
      wrongCharges: charges.length,
      stopMs,
      seconds: Math.round((Date.now() - from) / 1000),
    };
    console.log(JSON.stringify(figures));
    good &&= deaf.length + lost.length + charges.length === 0;
  }
  await installation.stop();
  await Promise.all([postgres.stop({ signal: 'SIGINT' }), redis.stop()]);
  removeFolder(home);
  return good;
}
