import { createContext, useContext } from 'react';

type Kind<T> = new () => T;
type Kept = Map<Kind<unknown>, unknown>;

export const SingletonContext = createContext<Kept | null>(null);

export const createSingleton = (): Kept => new Map();

/** Returns the page's single instance of a class, created on first use. It outlives the stage. */
export function useSingleton<T>(kind: Kind<T>): T {
  const kept = useContext(SingletonContext);
  if (!kept) throw new Error('Something is kept outside the app.');
  if (!kept.has(kind)) kept.set(kind, new kind());
  return kept.get(kind) as T;
}
