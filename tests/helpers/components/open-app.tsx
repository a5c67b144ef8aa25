import { onTestFinished } from 'vitest';
import { cdp, page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { queryClient } from '../../../client/src/lib/api/query-client.ts';
import { App } from '../../../client/src/app/App.tsx';

/** Renders the whole page at an address, such as '/?project=…&stage=edit', like the beginning of a visit. */
export async function openApp(address = '/'): Promise<void> {
  window.history.replaceState({ idx: 0 }, '', address);
  await render(<App />);
}

/** Opens the page so that a test can end its visit, as a reload does. */
export async function openUnmountable(address: string): Promise<{ unmount: () => Promise<void> }> {
  window.history.replaceState({ idx: 0 }, '', address);
  const { unmount } = await render(<App />);
  return {
    unmount: async () => {
      await unmount();
      queryClient.clear();
    },
  };
}

/** Returns the page's path and query. */
export const address = (): string => window.location.pathname + window.location.search;

export const WIDE = [1440, 900] as const;
export const PHONE = [390, 844] as const;

/** Sets the size of the window in CSS pixels. The next test starts with the wide window again. */
export const resize = ([width, height]: readonly [number, number]): Promise<void> =>
  page.viewport(width, height);

const setMotion = (value: 'reduce' | 'no-preference'): Promise<unknown> =>
  // Vitest's type has no methods; at run time it is Playwright's session.
  (cdp() as unknown as { send: (method: string, params: unknown) => Promise<unknown> }).send(
    'Emulation.setEmulatedMedia',
    { features: [{ name: 'prefers-reduced-motion', value }] },
  );

/** Lets the page animate until the end of the test. Other tests run with reduced motion. */
export async function allowMotion(): Promise<void> {
  onTestFinished(() => setMotion('reduce').then(() => undefined));
  await setMotion('no-preference');
}

/**
 * Whether the page is painted. An unpainted page has the same layout, answers the same presses, and takes a
 * third less time.
 */
export function paintPage(painted: boolean): void {
  (window.frameElement as HTMLElement).style.opacity = painted ? '' : '0';
}
