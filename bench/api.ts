import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { sql } from 'kysely';
import { openBackend } from '#core/backend.ts';
import { parseConfig } from '#core/config/config.ts';
import { createLogger } from '#core/lib/logger.ts';
import { type Belongings, createBelongings } from '../tests/helpers/data/belongings.ts';
import { removeFolder } from '../tests/helpers/services/private-services.ts';
import { openPrivateInstallation } from '../tests/helpers/installations/private-installation.ts';
import { type Bench, report, timed } from './lib/figures.ts';

const AT_ONCE = 8;
const BARE = `
  import Fastify from 'fastify';
  const app = Fastify();
  app.get('/', async () => ({ ok: true }));
  await app.listen({ port: 0, host: '127.0.0.1' });
  process.send(app.server.address().port);
`;
/**
 * How many bare calls one call of a route may cost at most: a fifth of its former cost, when each call looked
 * up its session and limit, sent a statement for each table and checked its whole response. The changed
 * project is for comparison.
 */
const GOALS: Record<string, number> = { project: 11.5, progress: 2.8, config: 1.25 };

/** CPU time that a running process has used, in ms (Linux). */
function cpuMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

interface Route {
  url: string;
  cookie: string;
  /** Called before each request. */
  change?: () => Promise<unknown>;
}

/** Sends a number of requests to an address, a few concurrently, over persistent connections. */
async function repeat({ url, cookie, change }: Route, times: number): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  let remaining = times;
  const one = () =>
    new Promise<void>((resolve, reject) => {
      const sent = request(url, { agent, headers: { cookie } }, (response) => {
        if (response.statusCode !== 200) reject(new Error(`${url} answers ${response.statusCode}.`));
        response.resume().once('end', resolve).once('error', reject);
      });
      sent.once('error', reject).end();
    });
  const worker = async () => {
    while ((remaining -= 1) >= 0) {
      await change?.();
      await one();
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  agent.destroy();
}

async function startBare(): Promise<{ child: ChildProcess; url: string }> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', BARE], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const port = await new Promise((resolve, reject) => {
    child.once('message', resolve).once('exit', () => reject(new Error('bare Fastify did not start')));
  });
  return { child, url: `http://127.0.0.1:${String(port)}/` };
}

/**
 * How much CPU time the API uses for calls that pages repeat, compared with a bare route of the same
 * framework in the same run.
 */
export const bench: Bench = async ({ samples, quick }) => {
  const times = quick ? 500 : 3000;
  const opened = await openPrivateInstallation({ LIMITS_FACTOR: '100000' });
  const { home, dataDir, postgres, redis, installation } = opened;
  const bare = await startBare();
  try {
    const server = await installation.startServer();
    const { user, projectId } = await createOwner({
      DATABASE_URL: postgres.url,
      REDIS_URL: redis.url,
      DATA_DIR: dataDir,
    });
    const own = (path: string) => ({ url: installation.url + path, cookie: user.cookie });
    const project = own(`/api/projects/${projectId}`);
    const change = () =>
      sql`UPDATE projects SET description = random()::text WHERE id = ${projectId}`.execute(installation.db);
    const routes: Record<string, Route> = {
      project,
      'project-changed': { ...project, change },
      progress: own(`/api/projects/${projectId}/progress`),
      config: own('/api/config'),
    };
    const bareCosts: Cost[] = [];
    const costs: Record<string, Cost[]> = {};
    for (let i = 0; i < samples; i += 1) {
      bareCosts.push(await measure(bare.child.pid!, { url: bare.url, cookie: user.cookie }, times * 10));
      for (const [name, route] of Object.entries(routes)) {
        (costs[name] ??= []).push(await measure(server.pid!, route, times));
      }
    }
    reportCosts('api.bare', bareCosts);
    for (const [name, values] of Object.entries(costs)) {
      reportCosts(`api.${name}`, values);
      const ratios = values.map(({ ms }, i) => ms / bareCosts[i]!.ms);
      const goal = GOALS[name] === undefined ? COMPARED : `<=${GOALS[name]}`;
      report({ bench: `api.${name}-bare`, values: ratios, unit: 'bare calls', goal });
    }
  } finally {
    bare.child.kill('SIGTERM');
    await installation.stop();
    await Promise.all([postgres.stop({ signal: 'SIGINT' }), redis.stop()]);
    removeFolder(home);
  }
};

const COMPARED = 'for comparison';

interface Cost {
  /** CPU time of a request. */
  ms: number;
  /** Requests per second, sent as fast as this process can. */
  rate: number;
}

async function measure(pid: number, route: Route, times: number): Promise<Cost> {
  await repeat(route, times / 5);
  const before = cpuMs(pid);
  const elapsed = await timed(() => repeat(route, times));
  return { ms: (cpuMs(pid) - before) / times, rate: (times * 1000) / elapsed };
}

function reportCosts(name: string, costs: Cost[]): void {
  report({ bench: name, values: costs.map(({ ms }) => ms), unit: 'ms of CPU', goal: COMPARED });
  report({
    bench: `${name}-rate`,
    values: costs.map(({ rate }) => rate),
    unit: 'requests/s',
    goal: COMPARED,
  });
}

/** Creates a user with a project of three sections, in the database that a server has migrated. */
async function createOwner(variables: Record<string, string>): Promise<Belongings> {
  const config = parseConfig({ ...variables, SECRET: 'a-secret-of-thirty-two-letters-or-more' });
  const backend = await openBackend(config, createLogger('silent', 'bench'));
  try {
    return await createBelongings(backend);
  } finally {
    await backend.close();
  }
}
