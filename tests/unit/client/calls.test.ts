import { afterEach, beforeEach, describe, expect, expectTypeOf, it, vi } from 'vitest';
import type { Call } from '#contract/calls/define-call.ts';
import * as calls from '#contract/calls/index.ts';
import type { Section } from '#contract/sections.ts';
import { callAddresses } from '../../../client/build/call-addresses.ts';
import { call, urlOf } from '../../../client/src/lib/api/api.ts';
import { keys, reading, readingProject } from '../../../client/src/lib/api/queries.ts';

const fetched = vi.fn<typeof fetch>();

beforeEach(() => {
  vi.stubGlobal('fetch', fetched);
});
afterEach(() => {
  fetched.mockReset();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('a call of the page', () => {
  it('is sent as defined', async () => {
    fetched.mockResolvedValue(Response.json({ id: 's1' }));
    const sent = { params: { id: 'a/b' }, query: { language: 'bn' }, body: { title: 'River' } } as const;
    const section = await call(calls.updateSection, sent);
    expectTypeOf(section).toEqualTypeOf<Section>();
    expect(section).toEqual({ id: 's1' });
    expect(fetched).toHaveBeenCalledExactlyOnceWith('/api/sections/a%2Fb/update?language=bn', {
      method: 'PATCH',
      headers: { accept: 'application/json', 'content-type': 'application/json' },
      credentials: 'include',
      body: '{"title":"River"}',
    });
  });

  it('sends its key, and needs no input if it accepts none', async () => {
    fetched.mockImplementation(async () => new Response(null, { status: 204 }));
    expect(await call(calls.deleteSessions)).toBeNull();
    await call(calls.purchaseCredits, { body: { packSize: 10 }, idempotencyKey: 'one-wish' });
    expect(fetched.mock.lastCall![1]!.headers).toMatchObject({ 'idempotency-key': 'one-wish' });
  });

  it('does not compile with input outside its definition', () => {
    const wrong = [
      // @ts-expect-error -- its section is missing
      () => call(calls.updateSection, { body: { title: 'River' } }),
      // @ts-expect-error -- no such field
      () => call(calls.updateSection, { params: { id: 'a' }, body: { name: 'River' } }),
      // @ts-expect-error -- no such language
      () => call(calls.readProject, { params: { id: 'a' }, query: { language: 'xx' } }),
      // @ts-expect-error -- it takes no key
      () => call(calls.deleteSection, { params: { id: 'a' }, idempotencyKey: 'one-wish' }),
    ];
    expect(wrong).toHaveLength(4);
  });

  it('omits missing values from its URL', () => {
    const query = { query: 'two words', page: 2, duration: undefined };
    expect(urlOf(calls.searchVideos, { query })).toBe('/api/videos/search?query=two+words&page=2');
  });
});

describe('a query key', () => {
  const urlOfKey = ({ queryKey }: { queryKey: readonly unknown[] }) => queryKey.join('/');

  it('forms its URL, joined with slashes', () => {
    expect(urlOfKey(reading(calls.listProjects, { query: { search: 'a/b' } }))).toBe(
      '/api/user/videos?search=a%2Fb',
    );
    expect(urlOfKey(readingProject('p1'))).toBe('/api/projects/p1');
    expect(urlOfKey(readingProject('p1', 'hi'))).toBe('/api/projects/p1?language=hi');
  });

  it('of the ledger begins with that of the credits, so both are reloaded together', () => {
    const { queryKey } = reading(calls.readLedger, {});
    expect(queryKey.slice(0, keys.credits.length)).toEqual([...keys.credits]);
  });
});

it('the built page contains the method and the path of each call, and no more', async () => {
  const { load } = callAddresses() as unknown as { load(id: string): string | undefined };
  const index = load('/any/shared/contract/calls/index.ts')!;
  const modules = [...index.matchAll(/from "(.+?)";/g)].map(([, id]) =>
    load(JSON.parse(`"${id}"`) as string)!,
  );
  const built = await Promise.all(
    modules.map((code) => import(`data:text/javascript,${encodeURIComponent(code)}`) as Promise<object>),
  );
  const defined = Object.entries<Call>(calls).map(([name, { method, path }]) => [name, { method, path }]);
  expect(Object.assign({}, ...built)).toEqual(Object.fromEntries(defined));
});

describe('a failed call', () => {
  /** Loads the modules again, since a page handles the loss of its session only once. */
  async function open() {
    vi.resetModules();
    const { attempt } = await import('../../../client/src/lib/api/attempt.ts');
    const { call } = await import('../../../client/src/lib/api/api.ts');
    const { toastsAreShown, useToasts } = await import('../../../client/src/lib/toast.ts');
    toastsAreShown();
    const work = (): Promise<unknown> => call(calls.deleteProject, { params: { id: 'p1' } });
    return { attempt, work, shown: () => useToasts.getState().current };
  }
  const refuse = (status: number, message: string): void => {
    fetched.mockImplementation(async () =>
      Response.json({ code: 'x', message, requestId: 'r1' }, { status }),
    );
  };

  it('is not reported if the work succeeded', async () => {
    const { attempt, work, shown } = await open();
    fetched.mockImplementation(async () => new Response(null, { status: 204 }));
    expect(await attempt(work, { title: 'Delete Failed', fallback: 'Please try again.' })).toBe(true);
    expect(shown()).toBeNull();
  });

  it("shows the server's message, or ours if the server does not respond", async () => {
    const { attempt, work, shown } = await open();
    const failure = { title: 'Delete Failed', fallback: 'Please try again.' };
    refuse(404, 'There is no such project.');
    expect(await attempt(work, failure)).toBe(false);
    expect(shown()).toMatchObject({
      title: 'Delete Failed',
      description: 'There is no such project.',
      variant: 'destructive',
      error: { requestId: 'r1' },
    });
    fetched.mockRejectedValue(new TypeError('Failed to fetch'));
    await attempt(work, failure);
    expect(shown()).toMatchObject({ description: 'Please try again.' });
    await attempt(work, { ...failure, phrase: (sentence) => `It was not deleted: ${sentence}` });
    expect(shown()).toMatchObject({ description: 'It was not deleted: Please try again.' });
  });

  it("keeps a fixed sentence, and adds the server's reason", async () => {
    const { attempt, work, shown } = await open();
    const failure = { title: 'Error', description: 'Failed to remove section. Please try again.' };
    for (const [status, reason] of [
      [409, 'The sections changed meanwhile.'],
      [422, 'The end of this file is missing.'],
      [429, 'Please try again in 7 s.'],
    ] as const) {
      refuse(status, reason);
      await attempt(work, failure);
      expect(shown()).toMatchObject({ title: 'Error', description: `${failure.description} ${reason}` });
    }
    refuse(500, 'Something went wrong on our side. Please try again.');
    await attempt(work, failure);
    expect(shown()).toMatchObject({
      description: `${failure.description} Something went wrong on our side.`,
    });
    fetched.mockRejectedValue(new TypeError('Failed to fetch'));
    await attempt(work, failure);
    expect(shown()).toMatchObject({ description: failure.description });
    fetched.mockImplementation(async () => new Response('<h1>Bad gateway</h1>', { status: 502 }));
    await attempt(work, failure);
    expect(shown()).toMatchObject({ description: failure.description });
  });

  it("is shown in the page's own place for it, with a retry", async () => {
    const { attempt, work, shown } = await open();
    refuse(422, 'No.');
    const report = vi.fn<(problem: unknown) => void>();
    await attempt(work, { fallback: 'Please try again.', report });
    expect(report).toHaveBeenCalledExactlyOnceWith({
      text: 'No.',
      error: expect.objectContaining({ status: 422 }),
    });
    expect(shown()).toBeNull();
    const retry = vi.fn<() => void>();
    await attempt(work, { title: 'Delete Failed', fallback: 'Please try again.', retry });
    expect(shown()?.action?.label).toBe('Try Again');
    shown()!.action!.onClick();
    expect(retry).toHaveBeenCalledOnce();
  });

  it('of an expired session leads to the sign-in, and nowhere else', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    const assign = vi.fn<(url: string) => void>();
    vi.stubGlobal('window', { location: { pathname: '/', search: '', assign } });
    const { attempt, work, shown } = await open();
    refuse(401, 'Unauthorized');
    const report = vi.fn<() => void>();
    expect(await attempt(work, { fallback: 'Please try again.', report })).toBe(false);
    expect(await attempt(work, { title: 'Delete Failed', fallback: 'Please try again.' })).toBe(false);
    expect(report).not.toHaveBeenCalled();
    expect(shown()).toMatchObject({
      title: 'Unauthorized',
      description: 'You are logged out. Logging in again...',
    });
    await vi.runAllTimersAsync();
    expect(assign).toHaveBeenCalledExactlyOnceWith('/api/login');
  });
});
