import * as calls from '#contract/calls/index.ts';
import type { Share, SharePatch } from '#contract/sharing.ts';
import { showAlert } from '../alert.ts';
import { call } from '../api/api.ts';
import { attempt, type Failure } from '../api/attempt.ts';
import { filmOrAlert, type FilmRef, languageName } from './film-link.ts';
import { keys, projectChanged } from '../api/queries.ts';
import { queryClient } from '../api/query-client.ts';
import { toast } from '../toast.ts';

/** A shared film, and its title. */
export interface Shareable extends FilmRef {
  title: string;
  /** True when the project has films in other languages too. */
  oneOfSeveral: boolean;
}

const failure = (retry: () => void): Failure => ({
  title: 'Sharing Failed',
  fallback: 'Please try again.',
  retry,
});

/** Shares a link: by the system's share sheet, otherwise by the clipboard, otherwise by hand. */
async function offer(link: string, film: Shareable): Promise<void> {
  if ('share' in navigator) {
    const { title, language, oneOfSeveral } = film;
    try {
      await navigator.share({
        title: oneOfSeveral ? `${title} (${languageName(language)})` : title,
        url: link,
      });
      return;
    } catch (error) {
      // Closed without a choice: the creator changed their mind. Any other error: there is no sheet.
      if ((error as Error).name === 'AbortError') return;
    }
  }
  await copyLink(link, film);
}

/** Copies a link to the clipboard, otherwise shows it for copying by hand. */
async function copyLink(link: string, { title, language }: Shareable): Promise<void> {
  try {
    await navigator.clipboard.writeText(link);
    toast({
      title: 'Link Copied',
      description: `Anyone who has it can watch the newest ${languageName(language)} version of “${title}”.`,
    });
  } catch {
    // There is no clipboard on plain http.
    showAlert({ title: 'Copy this link', description: link });
  }
}

/** Creates a film's public link, or takes the existing one, and offers it. */
export async function shareFilm(film: Shareable): Promise<void> {
  if (!(await filmOrAlert(film, 'share', () => void shareFilm(film)))) return;
  const share = async (): Promise<void> => {
    const { watchUrl } = await call(calls.shareFilm, nameOf(film));
    projectChanged(film.projectId);
    // The page's own origin: behind a forwarded port the server does not know it.
    await offer(new URL(watchUrl, location.origin).href, film);
  };
  await attempt(
    share,
    failure(() => void shareFilm(film)),
  );
}

const nameOf = ({ projectId, language }: FilmRef) => ({ params: { id: projectId }, query: { language } });

/** Shows these terms of a film's link, before its list is loaded again. */
function showTerms({ projectId, language }: FilmRef, terms: Share): void {
  queryClient.setQueryData(keys.shares, (shares) =>
    shares?.map((share) => (share.projectId === projectId && share.language === language ? terms : share)),
  );
}

/** Changes the terms of a film's link. False when they stay; a toast has said why. */
export async function changeShare(film: FilmRef, patch: SharePatch): Promise<boolean> {
  let changed = false;
  const change = async (): Promise<void> => {
    try {
      showTerms(film, await call(calls.updateShare, { ...nameOf(film), body: patch }));
      changed = true;
    } finally {
      // Refused too: another tab may have ended the link.
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
  await copyLink(new URL(watchUrl, location.origin).href, film);
}

/** Revokes a film's public link. */
export async function stopSharing(film: FilmRef): Promise<void> {
  const stop = async (): Promise<void> => {
    await call(calls.unshareFilm, nameOf(film));
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
