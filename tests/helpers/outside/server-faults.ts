import { once } from 'node:events';
import { beforeEach, describe, expect, it } from 'vitest';
import { EngineFailedError, EngineUnavailableError } from '../../../worker/engines/run-engine.ts';
import type { Answer, FakeServer } from './fake-server.ts';

export interface ServedEngine {
  server: Pick<FakeServer, 'events' | 'failAlways' | 'failNext' | 'received' | 'reset'>;
  apiKey: string;
  /** Uses the engine in a way that normally needs one request. */
  call(signal?: AbortSignal): Promise<unknown>;
  /** Responses that violate its protocol. */
  garbage: Answer['body'][];
}

/** The faults that every engine on a server must handle. */
export function describeFaults({ server, apiKey, call, garbage }: ServedEngine): void {
  describe('when its server fails', () => {
    beforeEach(() => server.reset());

    const failure = async () => {
      const error = await call().then(
        () => null,
        (error: unknown) => error as Error,
      );
      expect(error?.message).toMatch(/^[^\n]+\.$/);
      const all = `${error?.message} ${error?.stack} ${JSON.stringify(error)} ${String(error?.cause)}`;
      expect(all).not.toContain(apiKey);
      return error!;
    };
    const answer = (status: number, headers: Record<string, string> = {}) => ({
      status,
      headers,
      body: { error: { message: `Nothing for the key ${apiKey} today` } },
    });

    it.each([401, 403])('reports what to check immediately if it is refused with %s', async (status) => {
      server.failAlways(answer(status));
      const error = await failure();
      expect(error).toBeInstanceOf(EngineUnavailableError);
      expect(error.message).toMatch(/today.*: check [A-Z_]+/);
      expect(server.received).toHaveLength(1);
    });

    it('reports immediately why a request was refused', async () => {
      server.failAlways(answer(400));
      const error = await failure();
      expect(error).toBeInstanceOf(EngineFailedError);
      expect(error.message).toContain('(400, "Nothing for the key [key] today")');
      expect(server.received).toHaveLength(1);
    });

    it('waits as long as the server demands after too many requests', async () => {
      server.failNext(answer(429, { 'retry-after': '1' }));
      await call();
      const [first, second] = server.received;
      expect(second!.at - first!.at).toBeGreaterThan(950);
    });

    it('does not wait for an hour', async () => {
      server.failAlways(answer(429, { 'retry-after': '3600' }));
      expect(await failure()).toBeInstanceOf(EngineUnavailableError);
      expect(server.received).toHaveLength(1);
    });

    it('retries after a server error or a broken connection', async () => {
      server.failNext(answer(500), 'cut');
      await call();
      expect(server.received).toHaveLength(3);
      expect(server.received[2]!.body.length).toBeGreaterThan(0);
    });

    it.each([['errors', answer(500)] as const, ['broken connections', 'cut'] as const])(
      'gives up after three %s',
      async (_, fault) => {
        server.failAlways(fault);
        expect(await failure()).toBeInstanceOf(EngineUnavailableError);
        expect(server.received).toHaveLength(3);
      },
    );

    it('follows no redirect', async () => {
      server.failAlways({ status: 307, headers: { location: '/elsewhere' }, body: '' });
      const error = await failure();
      expect(error).toBeInstanceOf(EngineUnavailableError);
      expect(error.message).toContain('redirects');
      expect(server.received).toHaveLength(1);
    });

    it.each(garbage.map((body) => [body]))('rejects the response %j', async (body) => {
      server.failAlways({ body });
      expect(await failure()).toBeInstanceOf(EngineFailedError);
    });

    it.each(['hang', 'trickle'] as const)(
      'stops immediately when aborted while it waits (%s)',
      async (fault) => {
        server.failAlways(fault);
        const abort = new AbortController();
        const received = once(server.events, 'received');
        const called = call(abort.signal);
        await received;
        const closed = once(server.events, 'closed');
        abort.abort(new Error('cancelled by the test'));
        await expect(called).rejects.toThrow('cancelled by the test');
        await closed;
        expect(server.received).toHaveLength(1);
      },
    );

    it('stops immediately when aborted between two attempts', async () => {
      server.failAlways(answer(503, { 'retry-after': '20' }));
      const abort = new AbortController();
      const received = once(server.events, 'received');
      const called = call(abort.signal);
      await received;
      abort.abort(new Error('cancelled by the test'));
      await expect(called).rejects.toThrow('cancelled by the test');
    });
  });
}
