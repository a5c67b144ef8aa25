import { AsyncLocalStorage } from 'node:async_hooks';

/** Starts a span for a call, and returns the function that ends it. */
type StartSpan = (name: string) => (error?: unknown) => void;

const current = new AsyncLocalStorage<StartSpan>();

/** Reports the calls that are made during `work` by `start`. */
export function withCallSpans<T>(start: StartSpan, work: () => Promise<T>): Promise<T> {
  return current.run(start, work);
}

/**
 * Makes a call to a program or a server, which is a span of the current step if steps are traced. `name` must
 * not contain anything of a user.
 */
export async function callSpan<T>(name: string, call: () => Promise<T>): Promise<T> {
  const end = current.getStore()?.(name);
  if (!end) return call();
  try {
    const result = await call();
    end();
    return result;
  } catch (error) {
    end(error);
    throw error;
  }
}
