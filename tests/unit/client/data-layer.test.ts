import { QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError, userMessage } from '../../../client/src/lib/api/api.ts';
import { queryClient } from '../../../client/src/lib/api/query-client.ts';
import { stageText } from '../../../client/src/lib/runs/runs.ts';
import { makeRun } from '../../helpers/served/project.ts';

const { queries, mutations } = queryClient.getDefaultOptions();
const fetched = vi.fn<typeof fetch>();

beforeEach(() => {
  vi.stubGlobal('fetch', fetched);
});
afterEach(() => {
  queryClient.clear();
  fetched.mockReset();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const answer = (status: number, body: string, statusText = ''): void => {
  fetched.mockImplementation(async () => new Response(body, { status, statusText }));
};
const read = (...queryKey: string[]) => queryClient.fetchQuery({ queryKey });

describe('queries', () => {
  // product 7.1, 7.28
  it('send a GET of the key joined by slashes, with the session', async () => {
    answer(200, '{"title":"River"}');
    expect(await read('/api/projects', 'a', 'clips')).toEqual({ title: 'River' });
    expect(fetched).toHaveBeenCalledExactlyOnceWith(
      '/api/projects/a/clips',
      expect.objectContaining({ method: 'GET', credentials: 'include' }),
    );
  });

  // product 9.23
  it('queries are never stale, refetched on focus, polled or retried', () => {
    expect(queries).toMatchObject({
      staleTime: Number.POSITIVE_INFINITY,
      refetchOnWindowFocus: false,
      refetchInterval: false,
      retry: false,
    });
    expect(mutations).toMatchObject({ retry: false });
  });

  // product 9.23
  it('fetch a known address once and a failing one once', async () => {
    answer(200, '[]');
    await read('/api/user/videos');
    await read('/api/user/videos');
    expect(fetched).toHaveBeenCalledTimes(1);
    answer(503, 'away');
    await expect(read('/api/config')).rejects.toThrow('503: away');
    expect(fetched).toHaveBeenCalledTimes(2);
  });

  // product 4.55
  it('fetch again, also for waiting callers, if the data change during the first read', async () => {
    const queryKey = ['/api/user/credits'];
    let answerBefore!: (response: Response) => void;
    fetched.mockReturnValueOnce(new Promise((resolve) => (answerBefore = resolve)));
    const stop = new QueryObserver(queryClient, { queryKey }).subscribe(() => undefined);
    try {
      const waiting = queryClient.fetchQuery({ queryKey });
      answer(200, '10');
      const changed = queryClient.invalidateQueries({ queryKey });
      answerBefore(new Response('0'));
      await changed;
      expect(queryClient.getQueryData(queryKey)).toBe(10);
      expect(await waiting).toBe(10);
      expect(fetched).toHaveBeenCalledTimes(2);
    } finally {
      stop();
    }
  });
});

describe('mutations', () => {
  // product 9.23
  it('mutations are not retried', async () => {
    const refuse = vi.fn<() => Promise<never>>(() => Promise.reject(new Error('no')));
    const mutation = queryClient.getMutationCache().build(queryClient, { mutationFn: refuse });
    await expect(mutation.execute(undefined)).rejects.toThrow('no');
    expect(refuse).toHaveBeenCalledTimes(1);
  });
});

describe('failed calls', () => {
  // product 7.2, 8.1
  it('throw an error of the status, a colon and the body', async () => {
    answer(404, '{"code":"not_found","message":"There is no such project.","requestId":"r1"}');
    const error = await read('/api/projects', 'a').catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({
      message: '404: {"code":"not_found","message":"There is no such project.","requestId":"r1"}',
      userMessage: 'There is no such project.',
      code: 'not_found',
      requestId: 'r1',
    });
    expect(userMessage(error, 'Please try again.')).toBe('There is no such project.');
  });

  // product 8.1
  it('throw an error with the status and its text if the body is empty', async () => {
    answer(502, '', 'Bad Gateway');
    await expect(read('/api/config')).rejects.toThrow(/^502: Bad Gateway$/);
  });

  // product 7.28, 8.1
  it('throw Unauthorized if the session has ended', async () => {
    // The page is left a moment later, after the end of this test.
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    vi.stubGlobal('window', { location: { pathname: '/', assign: vi.fn<() => void>() } });
    answer(401, '{"code":"unauthorized","message":"Please sign in.","requestId":"r1"}');
    await expect(read('/api/user/credits')).rejects.toThrow(/^Unauthorized$/);
  });
});

it.each([
  [{ status: 'queued', stage: '' }, 'Waiting'],
  [{ status: 'running', stage: 'Rendering sections' }, 'Rendering sections'],
  [{ status: 'completed', stage: 'completed' }, 'Completed'],
  [{ status: 'completed', stage: 'Starting the film' }, 'Starting the film'],
  [{ status: 'cancelled', stage: 'cancelled' }, 'Cancelled'],
] as const)('the stage of a run %j reads %s', (run, text) => {
  expect(stageText(makeRun('generation', run))).toBe(text);
});
