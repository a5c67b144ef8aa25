import { LANGUAGES, type Language } from '#contract/primitives.ts';
import { MAX_SHARE_PASSWORD } from '#contract/limits.ts';
import { lengthTime, positionTime } from '../films/film-times.ts';
import type { Moment, Provenance, Source } from './provenance.ts';
import { embedFrame, frame, text } from './page-frame.ts';
import { WATCH_SCRIPT_PATH } from './watch-script.ts';

export interface WatchPage {
  title: string;
  description: string;
  language: Language;
  durationMs: number;
  width: number;
  height: number;
  chapters: { title: string; startMs: number }[];
  /** In order; the first one is the film's own. */
  captions: { language: Language; path: string; shown: boolean }[];
  /** Paths on this server. */
  path: string;
  videoPath: string;
  posterPath: string;
  /** `null` if the creator offers no file. */
  downloadPath: string | null;
  /** The poster's URL for link previews in chats; `null` if nothing may be revealed. */
  previewUrl: string | null;
  /** Where each moment of the film comes from, and the path of the same as a file. */
  provenance: Provenance;
  provenancePath: string;
  /** Where sites find how to embed the film; `null` if none may. */
  oembedUrl: string | null;
  /** Where playback begins, in seconds. */
  startS: number;
}

const languageName = (language: Language) => LANGUAGES.find(({ code }) => code === language)!.name;

/** Renders the film's player; `style` are further attributes. */
function video(
  { title, width, height, posterPath, videoPath, captions, startS }: WatchPage,
  style = '',
): string {
  const from = startS > 0 ? `#t=${startS}` : '';
  return `<video controls playsinline preload="metadata" aria-label="${text(title)}" width="${width}" height="${height}" ${style} poster="${text(posterPath)}" src="${text(videoPath + from)}">
${captions.map(track).join('\n')}
</video>`;
}

/** Renders the page of a shared film. */
export function watchPage(page: WatchPage): string {
  const { title, description, language, chapters, provenance } = page;
  const { sources, credits } = provenance;
  const hasDetails = sources.length > 0 || credits.length > 0;
  return frame(
    `<title>${text(title)}</title>\n${preview(page)}<script src="${WATCH_SCRIPT_PATH}" defer></script>`,
    `<main>
<div class="columns${chapters.length > 0 ? ' two' : ''}">
<div>
${video(page, `style="height:auto;aspect-ratio:${page.width}/${page.height}"`)}
<p id="said" role="status"></p>
<div class="top">
<div>
<h1 lang="${language}" dir="auto">${text(title)}</h1>
<p class="meta">${lengthTime(page.durationMs)} · ${languageName(language)}</p>
</div>
${page.downloadPath ? `<a class="button" download href="${text(page.downloadPath)}">Download</a>` : ''}
</div>
${description ? `<p class="description" dir="auto">${text(description)}</p>` : ''}
</div>
${chapters.length > 0 ? chapterList(page) : ''}
</div>
${hasDetails ? `<section class="panel credits" aria-labelledby="credits"><h2 id="credits">Made from</h2><ul>${sources.map(credit).join('')}${credits.map((line) => `<li><small>${text(line)}</small></li>`).join('')}</ul></section>` : ''}
${page.provenance.moments.length > 0 ? momentList(page) : ''}
</main>
<footer>Made with Cutroom</footer>`,
  );
}

/** Renders a page for the frames of other sites: the film's player alone. */
export function embedPage(page: WatchPage): string {
  return embedFrame(
    `<title>${text(page.title)}</title>\n<script src="${WATCH_SCRIPT_PATH}" defer></script>`,
    `${video(page)}\n<p id="said" role="status"></p>`,
  );
}

/**
 * Renders the page for the frames of other sites if the film has a password: a link to the watch page, since
 * browsers do not store the pass of a frame.
 */
export function lockedEmbedPage(path: string): string {
  return embedFrame(
    '<title>Password-protected video</title>',
    `<p><a href="${path}" target="_blank" rel="noopener">Watch this password-protected video on Cutroom</a></p>`,
  );
}

/** Returns what link previews in chats show: title, poster and description, nothing else. */
function preview({ title, description, previewUrl, oembedUrl }: WatchPage): string {
  if (previewUrl === null) return '';
  const embedding = oembedUrl
    ? `<link rel="alternate" type="application/json+oembed" href="${text(oembedUrl)}" />\n`
    : '';
  const tags = [
    ['property', 'og:title', title],
    ['property', 'og:type', 'video.other'],
    ['property', 'og:image', previewUrl],
    ['name', 'twitter:card', 'summary_large_image'],
    ['name', 'twitter:title', title],
    ['name', 'twitter:image', previewUrl],
    ...(description
      ? [
          ['name', 'description', description],
          ['property', 'og:description', description],
          ['name', 'twitter:description', description],
        ]
      : []),
  ];
  const metas = tags.map(([kind, name, value]) => `<meta ${kind}="${name}" content="${text(value!)}" />\n`);
  return metas.join('') + embedding;
}

const track = ({ language, path, shown }: WatchPage['captions'][number]) =>
  `<track kind="captions" srclang="${language}" label="${languageName(language)}" src="${text(path)}"${shown ? ' default' : ''} />`;

function chapterList({ chapters, path, language }: WatchPage): string {
  const items = chapters.map(
    ({ title, startMs }) =>
      `<li><a data-start="${startMs / 1000}" href="${path}?t=${Math.floor(startMs / 1000)}"><time>${positionTime(startMs)}</time><span lang="${language}" dir="auto">${text(title)}</span></a></li>`,
  );
  return `<nav class="panel" aria-labelledby="chapters"><h2 id="chapters">Chapters</h2><ol>${items.join('')}</ol></nav>`;
}

/** Lists where each moment of the film comes from. The script shows the current one in the heading. */
function momentList({ provenance, provenancePath }: WatchPage): string {
  const { moments, sources, credentials } = provenance;
  const items = moments.map((moment) => {
    const source = moment.source === null ? undefined : sources[moment.source];
    return `<li data-from="${moment.start}" data-to="${moment.end}"><time>${positionTime(moment.start * 1000)}</time><span>${moment.title ? `<span dir="auto">${text(moment.title)}</span>` : ''}<small>${originOf(moment, source)}</small></span></li>`;
  });
  return `<details class="panel moments"><summary><h2 id="moments">Sources by moment</h2><span id="now" role="status"></span></summary>
<ul aria-labelledby="moments">${items.join('')}</ul>
<p>${credentials ? `The video file has content credentials (C2PA): its sources with their licences, and whether a voice is synthetic, signed by ${text(credentials.signer)}. ` : ''}<a href="${text(provenancePath)}" download>Download as JSON</a></p></details>`;
}

const KINDS = { video: "The creator's own video", image: 'Image', card: 'Title card', credits: 'Credits' };
const VOICES = { original: 'Original audio', synthetic: 'Synthetic voice', none: null };

/** Describes the origin of one moment, as HTML. */
function originOf({ kind, sourceStart, sourceEnd, voice }: Moment, source: Source | undefined): string {
  const range =
    sourceStart === null || sourceEnd === null
      ? null
      : `${positionTime(sourceStart * 1000)}–${positionTime(sourceEnd * 1000)}`;
  const parts = source ? [source.title, source.author, range, source.license] : [KINDS[kind], range];
  return [...parts, VOICES[voice]]
    .filter((part) => part !== null)
    .map((part) => text(part))
    .join(' · ');
}

function credit({ title, author, license, url }: Source): string {
  // Only links that lead to a page.
  const name =
    url && /^https?:\/\//i.test(url)
      ? `<a href="${text(url)}" rel="noopener noreferrer nofollow" dir="auto">${text(title)}</a>`
      : `<span dir="auto">${text(title)}</span>`;
  return `<li>${name}<small>${[author, license]
    .filter((part) => part !== null)
    .map((part) => text(part))
    .join(' · ')}</small></li>`;
}

/**
 * Asks for the password of a link and reveals nothing about the film. `wrong` is the reason why the last one
 * was refused.
 */
export function passwordPage(path: string, wrong: string | null): string {
  return frame(
    '<title>Password-protected video</title>',
    `<main><div class="panel door">
<h1>This video is password-protected</h1>
<form method="post" action="${path}">
<label for="password">Password</label>
<input id="password" name="password" type="password" required autofocus maxlength="${MAX_SHARE_PASSWORD}" autocomplete="off"${wrong ? ' aria-invalid="true" aria-describedby="wrong"' : ''} />
${wrong ? `<p id="wrong" class="wrong" role="alert">${text(wrong)}</p>` : ''}
<button class="button">Watch</button>
</form>
</div></main>`,
  );
}
