import { createContext, useContext } from 'react';

type Kind<T> = new () => T;
type Singletons = Map<Kind<unknown>, unknown>;

export const SingletonContext = createContext<Singletons | null>(null);

export const createSingleton = (): Singletons => new Map();

/** Returns the page's single instance of a class, created on first use. It outlives the stage. */
export function useSingleton<T>(kind: Kind<T>): T {
  const singletons = useContext(SingletonContext);
  if (!singletons) throw new Error('Something is singletons outside the app.');
  if (!singletons.has(kind)) singletons.set(kind, new kind());
  return singletons.get(kind) as T;
}
