/** For `vi.waitUntil` and `vi.waitFor`, which give up after a second by themselves: the machine may be busy. */
export const PATIENT = { timeout: 30_000, interval: 50 };
