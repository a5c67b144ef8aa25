import { create } from 'zustand';
import type { SharePatch } from '#contract/sharing.ts';
import type { FilmRef } from './film-link.ts';

/** A film to share, and its title. */
export interface Shareable extends FilmRef {
  title: string;
  /** Whether the project has films in other languages too. */
  oneOfSeveral: boolean;
}

interface NewLink {
  film: Shareable;
  /** Closes the dialog; `null` cancels. */
  answer: (terms: SharePatch | null) => void;
}

/** The film whose public link is about to be made. Its terms are chosen first. */
export const useNewLink = create<{ request: NewLink | null }>(() => ({ request: null }));

/** Asks for the terms of a new link. Resolves with `null` if the creator cancels. */
export function askTerms(film: Shareable): Promise<SharePatch | null> {
  useNewLink.getState().request?.answer(null);
  return new Promise((resolve) => {
    const answer = (terms: SharePatch | null): void => {
      useNewLink.setState({ request: null });
      resolve(terms);
    };
    useNewLink.setState({ request: { film, answer } });
  });
}
