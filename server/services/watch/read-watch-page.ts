import type { Backend } from '#core/backend.ts';
import { contentOf } from '../films/film-description.ts';
import { filmPath, type SharedView, watchPath } from '../films/share.ts';
import { captionLanguages } from '#core/film-captions/film-captions.ts';
import { isEmbeddable, oembedUrl } from './oembed.ts';
import { PROVENANCE_FILE, readProvenance } from './provenance.ts';
import type { WatchPage } from './watch-page.ts';

/** Returns what the page of a shared film shows. Every file has the pass. */
export async function readWatchPage(
  { db, config }: Pick<Backend, 'config' | 'db'>,
  { project, film, films }: SharedView,
  {
    token,
    pass: { expires, signature },
    startS,
  }: { token: string; pass: { expires: number; signature: string }; startS: number },
): Promise<WatchPage> {
  const { result, share } = film;
  const path = watchPath(token);
  const pass = `?e=${expires}&s=${signature}`;
  return {
    title: project.title,
    description: await contentOf(db, film, project),
    language: film.language,
    durationMs: result.durationMs,
    width: result.width,
    height: result.height,
    chapters: result.sections,
    captions: captionLanguages(film, films).map((language) => ({
      language,
      path: `${path}/captions-${language}.vtt${pass}`,
      shown: language === film.language && !film.burnedSubtitles,
    })),
    path,
    videoPath: `${path}/film.mp4${pass}`,
    posterPath: `${path}/poster.jpg${pass}`,
    downloadPath: share.downloads ? `${filmPath(token, project.title)}${pass}&d=1` : null,
    previewUrl: share.password === null ? `${config.publicUrl}${path}/poster.jpg` : null,
    provenance: await readProvenance(db, { project, film }),
    provenancePath: `${path}/${PROVENANCE_FILE}${pass}`,
    oembedUrl: isEmbeddable(share) ? oembedUrl(config.publicUrl, path) : null,
    startS,
  };
}
