import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import { startChild, waitUntilReady } from '../../../bin/lib/child.mjs';
import { isRoot, nobody } from '../../../bin/lib/nobody.mjs';
import { randomPort } from '../../../bin/lib/ports.mjs';
import { findProgram } from '../../../bin/lib/processes.mjs';
import { atEnd } from '../at-end.ts';
import { makeTempFolder, removeFolder } from './private-services.ts';

/** So few that each client's transactions change between connections. */
const CONNECTIONS = 3;

/**
 * Starts a PgBouncer in transaction mode before the server of a database. It is stopped at the end.
 * @returns the database's URL through it, and functions that kill it and start it again
 */
export async function startPgBouncer(databaseUrl: string) {
  const program = findProgram('pgbouncer') ?? findProgram('/usr/sbin/pgbouncer');
  if (!program) throw new Error('PgBouncer is not installed: install the package pgbouncer.');
  const folder = makeTempFolder();
  const server = new URL(databaseUrl);
  const port = await randomPort();
  const through = new URL(databaseUrl);
  through.port = String(port);
  const config = join(folder, 'pgbouncer.ini');
  // Its folder, whose name is random, may be entered but not listed.
  const users = join(folder, 'users.txt');
  writeFileSync(users, `"${server.username}" "${server.password}"\n`);
  writeFileSync(config, settings({ server, port, users }));
  // A backend that the process opened earlier may have set a private umask.
  for (const file of [users, config]) chmodSync(file, 0o644);

  async function start() {
    const child = startChild({
      name: 'PgBouncer',
      command: program!,
      args: [config],
      cwd: '/',
      logFile: join(folder, 'pgbouncer.log'),
      deathSignal: 'SIGTERM',
      user: isRoot() ? nobody() : undefined,
    });
    await waitUntilReady(child, answers(through.href, child));
    return child;
  }
  let child = await start();
  atEnd(async () => {
    await child.stop({ signal: 'SIGINT' });
    removeFolder(folder);
  });
  return {
    url: through.href,
    async kill() {
      process.kill(child.pid, 'SIGKILL');
      await child.exited;
    },
    async restart() {
      child = await start();
    },
  };
}

const settings = ({ server, port, users }: { server: URL; port: number; users: string }) => `[databases]
* = host=${server.hostname} port=${server.port}

[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = plain
auth_file = ${users}
pool_mode = transaction
default_pool_size = ${CONNECTIONS}
max_client_conn = 300
server_login_retry = 1
query_wait_timeout = 3
`;

async function answers(url: string, child: { running: boolean }): Promise<void> {
  while (child.running) {
    const client = new Client({ connectionString: url });
    client.on('error', () => {});
    try {
      await client.connect();
      await client.query('SELECT 1');
      return;
    } catch {
      await wait(50);
    } finally {
      await client.end().catch(() => {});
    }
  }
  await new Promise(() => {});
}
