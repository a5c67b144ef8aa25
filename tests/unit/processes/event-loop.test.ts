import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { PassThrough } from 'node:stream';
import Fastify from 'fastify';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { watchEventLoop } from '#core/event-loop.ts';
import { createLogger } from '#core/logger.ts';
import eventLoop from '../../../server/plugins/event-loop.ts';
import { PATIENT } from '../../helpers/patient.ts';

const block = (ms: number) => {
  const until = performance.now() + ms;
  while (performance.now() < until);
};

/** A watch, and what it logs. */
function openWatch() {
  const stream = new PassThrough({ encoding: 'utf8' });
  const lines: { works: string[] }[] = [];
  stream.on('data', (line: string) => lines.push(JSON.parse(line) as { works: string[] }));
  const watch = watchEventLoop(createLogger('warn', 'test', stream), { name: 'test' });
  onTestFinished(watch.stop);
  /** The first line about these works: a busy machine blocks as well. */
  const logged = async (works: string[]) => {
    const find = () => lines.find((line) => String(line.works) === String(works));
    await vi.waitUntil(find, PATIENT);
    return find();
  };
  return { watch, logged };
}

describe('a blocked event loop', () => {
  it('is logged with its time and the route that blocked it, and nothing of the request', async () => {
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
    // A route that waits meanwhile may be the cause as well: both are named.
    const waiting = app.inject('/api/waits/1').then(({ statusCode }) => statusCode);
    await entered;
    await app.inject('/api/blocks/2');
    release();
    expect(await waiting).toBe(200);
    expect(await logged(['GET /api/blocks/:id', 'GET /api/waits/:id'])).toBeDefined();
  });

  it('is logged without a route when none is under way', async () => {
    const { watch, logged } = openWatch();
    watch.begin('GET /api/sent')();
    setTimeout(() => block(700), 150);
    expect(await logged([])).toMatchObject({ msg: 'event loop blocked' });
  });

  it('ends its process, whose last line names what blocked it', async () => {
    const module = resolve('shared/core/event-loop.ts');
    const code = `
      import { watchEventLoop } from ${JSON.stringify(module)};
      const watch = watchEventLoop(console, { name: 'stand-in', endsAfterMs: 500 });
      watch.begin('GET /api/done')();
      setTimeout(() => { watch.begin('GET /api/blocks'); while (true); }, 300);
    `;
    const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', code]);
    let said = '';
    child.stderr.on('data', (chunk: Buffer) => (said += chunk));
    const [, signal] = (await once(child, 'close')) as [number | null, string | null];
    expect(signal).toBe('SIGKILL');
    expect(JSON.parse(said)).toMatchObject({
      level: 60,
      name: 'stand-in',
      works: ['GET /api/blocks'],
      msg: 'event loop blocked: the process ends',
    });
  });
});
