import { useQuery } from '@tanstack/react-query';
import * as calls from '#contract/calls/index.ts';
import type { Share, SharePatch } from '#contract/sharing.ts';
import { showAlert } from '../alert.ts';
import { call } from '../api/api.ts';
import { attempt, type Failure } from '../api/attempt.ts';
import { filmOrAlert, type FilmRef, languageName } from './film-link.ts';
import { keys, projectChanged, reading } from '../api/queries.ts';
import { queryClient } from '../api/query-client.ts';
import { toast, type ToastInput } from '../toast.ts';
import { askTerms, type Shareable } from './new-link.ts';
import { type ShareTerms, whoCanWatch } from './share-words.ts';

const failure = (retry: () => void): Failure => ({
  title: 'Sharing Failed',
  fallback: 'Please try again.',
  retry,
});

/** Shares a link by the system's share sheet, otherwise by the clipboard, otherwise by showing it. */
async function offer(link: string, film: Shareable, terms: ShareTerms): Promise<void> {
  if ('share' in navigator) {
    const { title, language, oneOfSeveral } = film;
    try {
      await navigator.share({
        title: oneOfSeveral ? `${title} (${languageName(language)})` : title,
        url: link,
      });
      return;
    } catch (error) {
      // The sheet was closed without a choice. Any other error means that there is no sheet.
      if ((error as Error).name === 'AbortError') return;
    }
  }
  await copyLink(link, film, terms);
}

/**
 * Copies a link to the clipboard, otherwise shows it for copying by hand. Without its terms, the message does
 * not say who can watch.
 */
async function copyLink(
  link: string,
  { title, language }: Shareable,
  terms: ShareTerms | undefined,
): Promise<void> {
  const description = terms && whoCanWatch(terms, language, `“${title}”`);
  await copyText(link, { title: 'Link Copied', description }, 'Copy this link');
}

/**
 * Copies a text to the clipboard and confirms it by a toast; otherwise shows the text below this title for
 * copying by hand.
 */
export async function copyText(text: string, confirmation: ToastInput, title: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast(confirmation);
  } catch {
    // On plain HTTP there is no clipboard.
    showAlert({ title, description: text });
  }
}

/** Offers a film's public link. A new link is made only after its terms were chosen. */
export async function shareFilm(film: Shareable): Promise<void> {
  if (!(await filmOrAlert(film, 'share', () => void shareFilm(film)))) return;
  let terms: SharePatch | null = {};
  const find = async (): Promise<void> => {
    if (!(await findShare(film))) terms = await askTerms(film);
  };
  const retry = (): void => void shareFilm(film);
  if ((await attempt(find, failure(retry))) && terms) await publish(film, terms);
}

/** Returns a film's current link with its terms. */
async function findShare(film: FilmRef): Promise<Share | undefined> {
  const shares = await queryClient.fetchQuery({ ...reading(calls.listShares, {}), staleTime: 0 });
  return shares.find((share) => isOf(share, film));
}

const isOf = (share: Share, { projectId, language }: FilmRef): boolean =>
  share.projectId === projectId && share.language === language;

async function publish(film: Shareable, terms: SharePatch): Promise<void> {
  const share = async (): Promise<void> => {
    const link = await call(calls.shareFilm, { ...filmAddress(film), body: terms });
    projectChanged(film.projectId);
    // The page's own origin, since the server does not know it behind a forwarded port.
    await offer(new URL(link.watchUrl, location.origin).href, film, link);
  };
  await attempt(
    share,
    failure(() => void publish(film, terms)),
  );
}

const filmAddress = ({ projectId, language }: FilmRef) => ({
  params: { id: projectId },
  query: { language },
});

/** Shows new terms of a film's link before the list is loaded again. */
function showTerms(film: FilmRef, terms: Share): void {
  queryClient.setQueryData(keys.shares, (shares) =>
    shares?.map((share) => (isOf(share, film) ? terms : share)),
  );
}

/** Changes the terms of a film's link. Returns `false` if they stay, which a toast has explained. */
export async function changeShare(film: FilmRef, patch: SharePatch): Promise<boolean> {
  let changed = false;
  const change = async (): Promise<void> => {
    try {
      showTerms(film, await call(calls.updateShare, { ...filmAddress(film), body: patch }));
      changed = true;
    } finally {
      // This also runs after a refusal, since another tab may have ended the link.
      projectChanged(film.projectId);
    }
  };
  await attempt(change, {
    title: 'Link Not Changed',
    fallback: 'Please try again.',
    retry: () => void changeShare(film, patch),
  });
  return changed;
}

/** Returns the terms of a film's link; `undefined` while they are unknown. */
export function useShareTerms(film: FilmRef): ShareTerms | undefined {
  return useQuery(reading(calls.listShares, {})).data?.find((share) => isOf(share, film));
}

/** Copies a film's public link, unless it was revoked meanwhile, for example by another tab. */
export async function copyShared(watchUrl: string, film: Shareable): Promise<void> {
  const answer = await fetch(watchUrl, { method: 'HEAD' }).catch(() => null);
  if (answer?.status === 404) {
    projectChanged(film.projectId);
    toast({
      title: 'Link Not Copied',
      description: 'It no longer works. Share the video again for a new link.',
      variant: 'destructive',
    });
    return;
  }
  const terms = await findShare(film).catch(() => undefined);
  await copyLink(new URL(watchUrl, location.origin).href, film, terms);
}

export async function stopSharing(film: FilmRef): Promise<void> {
  const stop = async (): Promise<void> => {
    await call(calls.unshareFilm, filmAddress(film));
    projectChanged(film.projectId);
    toast({
      title: 'Sharing Stopped',
      description: `The link of the ${languageName(film.language)} video no longer works.`,
    });
  };
  await attempt(
    stop,
    failure(() => void stopSharing(film)),
  );
}
