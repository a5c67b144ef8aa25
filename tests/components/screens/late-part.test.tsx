import { lazy, Suspense } from 'react';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { loseConnection } from '../../helpers/components/connection.ts';
import { shows } from '../../helpers/components/find.ts';
import { ErrorBoundary } from '../../../client/src/app/ErrorBoundary.tsx';
import { loadPart } from '../../../client/src/lib/missing-chunk.ts';

const Part = () => <p>The part</p>;
const part = page.getByText('The part', { exact: true });
const beside = page.getByText('The rest of the screen', { exact: true });

/** A screen with a part that loads on demand; its first load fails as if the network were lost. */
async function renderScreen(): Promise<() => number> {
  let loads = 0;
  const load = async (): Promise<{ Part: typeof Part }> => {
    if (++loads === 1) throw new TypeError('Failed to fetch dynamically imported module');
    return { Part };
  };
  const Late = lazy(async () => ({ default: (await loadPart(load)).Part }));
  await render(
    <ErrorBoundary>
      <p>The rest of the screen</p>
      <Suspense fallback={null}>
        <Late />
      </Suspense>
    </ErrorBoundary>,
  );
  return () => loads;
}

describe('part of the page that is loaded on demand', () => {
  it('waits for the network beside the rest of its screen', async () => {
    const restore = loseConnection();
    const loads = await renderScreen();
    await expect.poll(loads).toBe(1);
    await shows(beside);
    restore();
    await shows(part);
    await shows(beside);
    expect(loads()).toBe(2);
  });

  it('fails immediately if it cannot be loaded although the network is there', async () => {
    await expect(
      loadPart(() => Promise.reject(new TypeError('Failed to fetch dynamically imported module'))),
    ).rejects.toThrow('dynamically imported');
  });
});
