import * as calls from '#contract/calls/index.ts';
import { call } from '../api/api.ts';
import { attempt } from '../api/attempt.ts';
import { filmOrAlert, type FilmRef, type FilmUse } from './film-link.ts';

/** Saves a film under the project's title, by a fresh link. */
export async function downloadFilm(film: FilmRef, title: string, use: FilmUse): Promise<void> {
  const link = await filmOrAlert(film, use, () => void downloadFilm(film, title, use));
  if (link) saveLink(link, `${title}.mp4`);
}

/** Saves the sound of a film under the project's title. */
export async function downloadSound({ projectId, language }: FilmRef, title: string): Promise<void> {
  const save = async (): Promise<void> => {
    const { soundLink } = await call(calls.readSoundLink, { params: { id: projectId }, query: { language } });
    saveLink(soundLink, `${title}.m4a`);
  };
  await attempt(save, {
    title: 'Download Failed',
    fallback: 'The sound could not be downloaded. Please try again.',
    retry: () => void downloadSound({ projectId, language }, title),
  });
}

/** Saves the file behind a link. */
export function saveLink(link: string, name: string): void {
  const anchor = document.createElement('a');
  anchor.href = link;
  anchor.download = name;
  document.body.append(anchor);
  anchor.click();
  anchor.remove();
}

/** Saves a response's file under the name in its header. Returns the name. */
export async function saveFile(response: Response): Promise<string> {
  const disposition = response.headers.get('content-disposition') ?? '';
  const encoded = /filename\*=UTF-8''([^;]+)/.exec(disposition)?.[1];
  const name = encoded ? decodeURIComponent(encoded) : /filename="([^"]+)"/.exec(disposition)?.[1];
  const link = URL.createObjectURL(await response.blob());
  saveLink(link, name ?? 'cutroom');
  URL.revokeObjectURL(link);
  return name ?? 'cutroom';
}
