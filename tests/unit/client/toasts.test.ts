import { afterEach, describe, expect, it, vi } from 'vitest';
import { dismissToast, toast, useToasts } from '../../../client/src/lib/toast.ts';

afterEach(() => {
  vi.useRealTimers();
});

describe('toasts', () => {
  // product 9.29
  it('shows the newest toast, and removes it 1,000,000 ms after it was dismissed', () => {
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
