import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { PassThrough } from 'node:stream';
import Fastify from 'fastify';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { watchEventLoop } from '#core/process/event-loop.ts';
import { createLogger } from '#core/lib/logger.ts';
import eventLoop from '../../../server/plugins/event-loop.ts';
import { PATIENT } from '../../helpers/patient.ts';

const block = (ms: number) => {
  const until = performance.now() + ms;
  while (performance.now() < until);
};

/** Opens a watch, and collects what it logs. */
function openWatch() {
  const stream = new PassThrough({ encoding: 'utf8' });
  const lines: { works: string[] }[] = [];
  stream.on('data', (line: string) => lines.push(JSON.parse(line) as { works: string[] }));
  const watch = watchEventLoop(createLogger('warn', 'test', stream), { name: 'test' });
  onTestFinished(watch.stop);
  /** Returns the first line about one of these works, since a busy machine blocks the loop too. */
  const logged = async (works: string[]) => {
    const find = () => lines.find((line) => String(line.works) === String(works));
    await vi.waitUntil(find, PATIENT);
    return find();
  };
  return { watch, logged };
}

/** Runs code with a watch in a process of its own, until it ends. `line` is the last line of its log. */
async function runWatched(code: string, endsAfterMs = 500) {
  const module = resolve('shared/core/process/event-loop.ts');
  const begin = `
    import { watchEventLoop } from ${JSON.stringify(module)};
    const watch = watchEventLoop(console, { name: 'stand-in', endsAfterMs: ${endsAfterMs} });
  `;
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', begin + code]);
  let output = '';
  child.stderr.on('data', (chunk: Buffer) => (output += chunk));
  const [exitCode, signal] = (await once(child, 'close')) as [number | null, string | null];
  return { exitCode, signal, line: output === '' ? null : (JSON.parse(output) as object) };
}

describe('a blocked event loop', () => {
  it('is logged with its duration and the route that blocked it, and nothing of the request', async () => {
    const { watch, logged } = openWatch();
    const app = Fastify();
    await app.register(eventLoop, { watch });
    let release = () => {};
    const entered = new Promise<void>((enter) => {
      app.get('/api/waits/:id', () => {
        enter();
        return new Promise((done) => (release = () => done({})));
      });
    });
    app.get('/api/blocks/:id', async () => {
      block(700);
      return {};
    });
    app.get('/api/sent', async () => ({}));
    onTestFinished(() => app.close());
    await app.inject('/api/sent');
    await app.inject('/api/blocks/secret-id?find=secret-text');
    const line = await logged(['GET /api/blocks/:id']);
    expect(line).toMatchObject({ level: 40, msg: 'event loop blocked', ms: expect.any(Number) });
    expect(JSON.stringify(line)).not.toContain('secret');
    // A route that waits in the meantime may be the cause as well, so both are named.
    const waiting = app.inject('/api/waits/1').then(({ statusCode }) => statusCode);
    await entered;
    await app.inject('/api/blocks/2');
    release();
    expect(await waiting).toBe(200);
    expect(await logged(['GET /api/blocks/:id', 'GET /api/waits/:id'])).toBeDefined();
  });

  it('is logged without a route if none is running', async () => {
    const { watch, logged } = openWatch();
    watch.begin('GET /api/sent')();
    setTimeout(() => block(700), 150);
    expect(await logged([])).toMatchObject({ msg: 'event loop blocked' });
  });

  it('ends its process, whose last log line names what blocked it', async () => {
    const { signal, line } = await runWatched(
      `watch.begin('GET /api/done')();
      setTimeout(() => { watch.begin('GET /api/blocks'); while (true); }, 300);`,
    );
    expect(signal).toBe('SIGKILL');
    expect(line).toMatchObject({
      level: 60,
      name: 'stand-in',
      works: ['GET /api/blocks'],
      msg: 'event loop blocked: the process ends',
    });
  });
});

describe('a process that must answer at its own URL', () => {
  const SERVER = `
    const { createServer } = await import('node:http');
    let answers = 0;
    const server = createServer((_, response) => { response.end(); answers += 1; then(answers); });
    server.listen(0, '127.0.0.1', () => watch.requireAnswers('http://127.0.0.1:' + server.address().port + '/healthz'));
  `;

  it.each([
    ['stops listening', 'server.close(); server.closeAllConnections(); setInterval(() => {}, 1000);'],
    ['accepts connections without a response', "server.removeAllListeners('request');"],
  ])('is ended when it %s', async (_, code) => {
    const { signal, line } = await runWatched(
      `${SERVER} function then(answers) { if (answers === 3) setImmediate(() => { ${code} }); }`,
    );
    expect(signal).toBe('SIGKILL');
    expect(line).toMatchObject({ works: [], msg: 'no answer at its own address: the process ends' });
  });

  it('continues as long as it responds', async () => {
    const { signal, exitCode } = await runWatched(
      `${SERVER} function then(answers) { if (answers === 8) process.exit(7); }`,
      2000,
    );
    expect([signal, exitCode]).toEqual([null, 7]);
  });
});
