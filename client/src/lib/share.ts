import * as calls from '#contract/calls/index.ts';
import { showAlert } from './alert.ts';
import { call } from './api.ts';
import { attempt, type Failure } from './attempt.ts';
import { filmOrAlert, type FilmRef, languageName } from './film-link.ts';
import { projectChanged } from './queries.ts';
import { toast } from './toast.ts';

/** A film that is shared, and what it is called. */
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

/** Hands a link over: by the system's share sheet, else by the clipboard, else to be copied by hand. */
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
      // Closed without a choice: the creator changed their mind. Anything else: there is no sheet to be had.
      if ((error as Error).name === 'AbortError') return;
    }
  }
  await copyLink(link, film);
}

/** Puts a link on the clipboard, else shows it to be copied by hand. */
async function copyLink(link: string, { title, language }: Shareable): Promise<void> {
  try {
    await navigator.clipboard.writeText(link);
    toast({
      title: 'Link Copied',
      description: `Anyone who has it can watch the newest ${languageName(language)} version of “${title}”.`,
    });
  } catch {
    // No clipboard on plain http.
    showAlert({ title: 'Copy this link', description: link });
  }
}

/** Gives a film its public link, or takes the one that it has, and offers it. */
export async function shareFilm(film: Shareable): Promise<void> {
  if (!(await filmOrAlert(film, 'share', () => void shareFilm(film)))) return;
  const share = async (): Promise<void> => {
    const { url } = await call(calls.shareFilm, nameOf(film));
    projectChanged(film.projectId);
    // The page's own origin: behind a forwarded port the server does not know it.
    await offer(new URL(url, location.origin).href, film);
  };
  await attempt(
    share,
    failure(() => void shareFilm(film)),
  );
}

const nameOf = ({ projectId, language }: FilmRef) => ({ params: { id: projectId }, query: { language } });

/** Copies the public link that a film has, unless it was taken back meanwhile: by another tab, for one. */
export async function copyShared(shareUrl: string, film: Shareable): Promise<void> {
  const answer = await fetch(shareUrl, { method: 'HEAD' }).catch(() => null);
  if (answer?.status === 404) {
    projectChanged(film.projectId);
    toast({
      title: 'Link Not Copied',
      description: 'It no longer works. Share the video again for a new link.',
      variant: 'destructive',
    });
    return;
  }
  await copyLink(new URL(shareUrl, location.origin).href, film);
}

/** Takes a film's public link back. */
export async function stopSharing(film: FilmRef): Promise<void> {
  const stop = async (): Promise<void> => {
    await call(calls.unshareFilm, nameOf(film));
    projectChanged(film.projectId);
    toast({
      title: 'Sharing Stopped',
      description: `The link of the ${languageName(film.language)} video does not work any more.`,
    });
  };
  await attempt(
    stop,
    failure(() => void stopSharing(film)),
  );
}
