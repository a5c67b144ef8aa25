import type { z } from 'zod';
import type { shareResultSchema } from '#contract/projects.ts';
import { showAlert } from './alert.ts';
import { call, isReachable, userMessage } from './api.ts';
import { alertNotAvailable, NOT_AVAILABLE } from './download.ts';
import { projectChanged } from './queries.ts';
import { toast } from './toast.ts';

export interface Shareable {
  id: string;
  title: string;
  /** The film's signed link; null without a film. */
  finalVideoLink: string | null;
}

function failed(error: unknown): void {
  toast({
    title: 'Sharing Failed',
    description: userMessage(error, 'Please try again.'),
    variant: 'destructive',
  });
}

/** Hands a link over: by the system's share sheet, else by the clipboard, else to be copied by hand. */
async function offer(link: string, title: string): Promise<void> {
  if ('share' in navigator) {
    try {
      await navigator.share({ title, url: link });
      return;
    } catch (error) {
      // Closed without a choice: the creator changed their mind. Anything else: there is no sheet to be had.
      if ((error as Error).name === 'AbortError') return;
    }
  }
  await copyLink(link);
}

/** Puts a link on the clipboard, else shows it to be copied by hand. */
async function copyLink(link: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(link);
    toast({
      title: 'Link Copied',
      description: 'Anyone who has it can watch the newest version of this video.',
    });
  } catch {
    // No clipboard on plain http.
    showAlert({ title: 'Copy this link', description: link });
  }
}

/** Gives a project its public link, or takes the one that it has, and offers it. */
export async function shareFilm({ id, title, finalVideoLink }: Shareable): Promise<void> {
  if (!finalVideoLink || !(await isReachable(finalVideoLink))) {
    alertNotAvailable(NOT_AVAILABLE.share);
    return;
  }
  try {
    const { url } = await call<z.infer<typeof shareResultSchema>>('POST', `/api/projects/${id}/share`);
    projectChanged(id);
    // The page's own origin: behind a forwarded port the server does not know it.
    await offer(new URL(url, location.origin).href, title);
  } catch (error) {
    failed(error);
  }
}

/** Copies the public link that a project has. */
export function copyShared(shareUrl: string): Promise<void> {
  return copyLink(new URL(shareUrl, location.origin).href);
}

/** Takes the public link back. */
export async function stopSharing(id: string): Promise<void> {
  try {
    await call('DELETE', `/api/projects/${id}/share`);
    projectChanged(id);
    toast({ title: 'Sharing Stopped', description: 'The link does not work any more.' });
  } catch (error) {
    failed(error);
  }
}
