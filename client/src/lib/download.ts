import { showAlert } from './alert.ts';
import { isReachable } from './api.ts';

/** SPEC 5's alerts for a film that cannot be had now. */
export const NOT_AVAILABLE = {
  play: 'Video is not available or still being generated. Please try again later.',
  download: 'Video is not available for download or still being generated. Please try again later.',
  share: 'Video is not available for sharing or still being generated. Please try again later.',
  completeDownload: 'Video is still being generated. Please wait for completion.',
} as const;

export function alertNotAvailable(description: string): void {
  showAlert({ title: 'Video not available', description });
}

/** Checks the link, then lets the browser save the film under the project's title. */
export async function downloadFilm(link: string | null, title: string, otherwise: string): Promise<void> {
  if (!link || !(await isReachable(link))) {
    alertNotAvailable(otherwise);
    return;
  }
  saveLink(link, `${title}.mp4`);
}

/** Lets the browser save what a link gives. */
export function saveLink(link: string, name: string): void {
  const anchor = document.createElement('a');
  anchor.href = link;
  anchor.download = name;
  document.body.append(anchor);
  anchor.click();
  anchor.remove();
}
