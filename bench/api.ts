import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { createProject } from '../tests/helpers/data/project.ts';
import { createUser } from '../tests/helpers/data/user.ts';
import { removeFolder } from '../tests/helpers/services/private-services.ts';
import { openPrivateInstallation } from '../tests/soak/private-installation.ts';
import { report, type Bench } from './lib/figures.ts';

const AT_ONCE = 8;
const BARE = `
  import Fastify from 'fastify';
  const app = Fastify();
  app.get('/', async () => ({ ok: true }));
  await app.listen({ port: 0, host: '127.0.0.1' });
  process.send(app.server.address().port);
`;
/** The most bare calls that one call of a route may cost. */
const GOALS: Record<string, number> = { project: 12, progress: 3.5, config: 2.8 };

/** CPU time of a running process so far, in ms (Linux). */
function cpuMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/** Requests an address so many times, a few at once, over connections that stay open. */
async function repeat(url: string, cookie: string, times: number): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  let left = times;
  const one = () =>
    new Promise<void>((resolve, reject) => {
      const sent = request(url, { agent, headers: { cookie } }, (response) => {
        if (response.statusCode !== 200) reject(new Error(`${url} answers ${response.statusCode}.`));
        response.resume().once('end', resolve).once('error', reject);
      });
      sent.once('error', reject).end();
    });
  const worker = async () => {
    while ((left -= 1) >= 0) await one();
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

/** The API's processor time for calls that pages repeat, beside a bare route of the same framework. */
export const bench: Bench = async ({ samples, quick }) => {
  const times = quick ? 500 : 3000;
  const { home, postgres, redis, installation } = await openPrivateInstallation({ LIMITS_FACTOR: '100000' });
  const bare = await startBare();
  try {
    const server = await installation.startServer();
    const user = await createUser(installation);
    const { projectId } = await createProject(installation, user.id, { sections: 3 });
    await installation.db
      .insertInto('runs')
      .values({
        kind: 'processing',
        project_id: projectId,
        user_id: user.id,
        status: 'completed',
        finished_at: new Date(),
      })
      .execute();
    const paths = {
      project: `/api/projects/${projectId}`,
      progress: `/api/projects/${projectId}/progress`,
      config: '/api/config',
    };
    /** Processor time of a call, in ms. */
    const cost = async (pid: number, url: string, count: number) => {
      await repeat(url, user.cookie, count / 5);
      const before = cpuMs(pid);
      await repeat(url, user.cookie, count);
      return (cpuMs(pid) - before) / count;
    };
    const bareCosts: number[] = [];
    const costs: Record<string, number[]> = {};
    for (let i = 0; i < samples; i += 1) {
      bareCosts.push(await cost(bare.child.pid!, bare.url, times * 10));
      for (const [name, path] of Object.entries(paths)) {
        (costs[name] ??= []).push(await cost(server.pid!, installation.url + path, times));
      }
    }
    report({ bench: 'api.bare', values: bareCosts, unit: 'ms of CPU', goal: 'for comparison' });
    for (const [name, values] of Object.entries(costs)) {
      report({ bench: `api.${name}`, values, unit: 'ms of CPU', goal: 'for comparison' });
      const ratios = values.map((value, i) => value / bareCosts[i]!);
      report({ bench: `api.${name}-bare`, values: ratios, unit: 'bare calls', goal: `<=${GOALS[name]}` });
    }
  } finally {
    bare.child.kill('SIGTERM');
    await installation.stop();
    await Promise.all([postgres.stop({ signal: 'SIGINT' }), redis.stop()]);
    removeFolder(home);
  }
};
