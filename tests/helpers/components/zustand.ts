import { create as createStoreHook, type UseBoundStore } from 'zustand/react';
import type { StateCreator, StoreApi } from 'zustand/vanilla';

export * from 'zustand/vanilla';
export { useStore } from 'zustand/react';

const resets = new Set<() => void>();

/**
 * Replaces zustand's own `create`. The page's stores live as long as the page, which the tests of a run
 * share.
 */
export function create<T>(initialise: StateCreator<T>): UseBoundStore<StoreApi<T>> {
  const store = createStoreHook<T>(initialise);
  const initial = store.getInitialState();
  resets.add(() => store.setState(initial, true));
  return store;
}

/** Resets every store of the page to its initial state. */
export function resetStores(): void {
  for (const reset of resets) reset();
}
