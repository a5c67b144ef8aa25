import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { ApiError } from '../../../client/src/lib/api/api.ts';
import { clockTime, minutesSeconds, preciseTime } from '../../../client/src/lib/format.ts';
import { queryClient } from '../../../client/src/lib/api/query-client.ts';
import { dismissToast, toast, useToasts } from '../../../client/src/lib/toast.ts';

afterEach(() => {
  vi.useRealTimers();
});

describe('times', () => {
  it('writes lengths and payload times as they are wanted', () => {
    expect([0, 9, 65.4, 600, 4209].map(minutesSeconds)).toEqual(['0:00', '0:09', '1:05', '10:00', '70:09']);
    expect([0, 5.5, 59.999, 83.456].map(preciseTime)).toEqual(['0:00.00', '0:05.50', '1:00.00', '1:23.46']);
    expect([0, 5.5, 3723.0451, 360_000].map(clockTime)).toEqual([
      '00:00:00.000',
      '00:00:05.500',
      '01:02:03.045',
      '100:00:00.000',
    ]);
  });
});

describe('a failed call', () => {
  it('says status and body, or the status text', () => {
    expect(new ApiError(503, 'Service Unavailable', 'The till is closed.').message).toBe(
      '503: The till is closed.',
    );
    expect(new ApiError(503, 'Service Unavailable', '').message).toBe('503: Service Unavailable');
  });
});

describe('reading data', () => {
  it('reads the address that the parts of a key make, and throws on 401', async () => {
    const answers = [Response.json({ totalProjects: 3 }), Response.json({ message: 'x' }, { status: 401 })];
    const asked = vi.fn(() => Promise.resolve(answers.shift()!));
    vi.stubGlobal('fetch', asked);
    onTestFinished(() => {
      vi.unstubAllGlobals();
    });
    const read = (...queryKey: string[]) =>
      queryClient.fetchQuery({ queryKey, meta: { signedOutIsFine: true } });
    expect(await read('/api', 'user', 'stats')).toEqual({ totalProjects: 3 });
    expect(asked).toHaveBeenLastCalledWith('/api/user/stats', expect.objectContaining({ method: 'GET' }));
    await expect(read('/api', 'user', 'credits')).rejects.toMatchObject({ status: 401 });
  });

  it('never reads anything again by itself', async () => {
    expect(queryClient.getDefaultOptions()).toMatchObject({
      queries: { staleTime: Infinity, refetchOnWindowFocus: false, refetchInterval: false, retry: false },
      mutations: { retry: false },
    });
    const refuse = vi.fn(() => Promise.reject(new Error('no')));
    await expect(queryClient.fetchQuery({ queryKey: ['refused'], queryFn: refuse })).rejects.toThrow('no');
    const mutation = queryClient.getMutationCache().build(queryClient, { mutationFn: refuse });
    await expect(mutation.execute(undefined)).rejects.toThrow('no');
    expect(refuse).toHaveBeenCalledTimes(2);
    const answer = vi.fn(() => Promise.resolve(1));
    for (let time = 0; time < 2; time++)
      await queryClient.fetchQuery({ queryKey: ['answered'], queryFn: answer });
    expect(answer).toHaveBeenCalledTimes(1);
  });
});

describe('toasts', () => {
  it('keeps a dismissed toast for 1,000,000 ms', () => {
    vi.useFakeTimers();
    toast({ title: 'First' });
    const second = toast({ title: 'Second' });
    expect(useToasts.getState().current).toMatchObject({ title: 'Second', open: true, duration: 5000 });
    dismissToast(second);
    vi.advanceTimersByTime(999_999);
    expect(useToasts.getState().current).toMatchObject({ title: 'Second', open: false });
    vi.advanceTimersByTime(1);
    expect(useToasts.getState().current).toBeNull();
  });
});
