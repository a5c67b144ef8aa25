import { filmOrAlert, type FilmRef, type FilmUse } from './film-link.ts';

/** Saves a film under the project's title, by a fresh link. */
export async function downloadFilm(film: FilmRef, title: string, use: FilmUse): Promise<void> {
  const link = await filmOrAlert(film, use, () => void downloadFilm(film, title, use));
  if (link) saveLink(link, `${title}.mp4`);
}

/** Saves a link's file. */
export function saveLink(link: string, name: string): void {
  const anchor = document.createElement('a');
  anchor.href = link;
  anchor.download = name;
  document.body.append(anchor);
  anchor.click();
  anchor.remove();
}
