import { LANGUAGES, type Language } from '#contract/primitives.ts';
import { MAX_SHARE_PASSWORD } from '#contract/limits.ts';
import { lengthTime, positionTime } from '../films/film-times.ts';
import type { Moment, Provenance, Source } from './provenance.ts';
import { WATCH_FONT_FACES, WATCH_FONTS } from './watch-fonts.ts';
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

const SIGNS: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const text = (value: string) => value.replaceAll(/[&<>"']/g, (sign) => SIGNS[sign]!);
const languageName = (language: Language) => LANGUAGES.find(({ code }) => code === language)!.name;

const STYLE = `
${WATCH_FONT_FACES}
:root { color-scheme: light dark; --bg: #f9fafb; --surface: #fff; --soft: #e5efff; --fg: #181d27; --muted: #585e69; --line: #dfe1e5; --strong: #888c96; --accent: #2b58d6; --on-accent: #fcfcfc; --danger: #c51d28 }
@media (prefers-color-scheme: dark) { :root { --bg: #0d0f15; --surface: #15181f; --soft: #1c2c51; --fg: #f0f2f4; --muted: #a3a8b1; --line: #2c3039; --strong: #6c727e; --accent: #709afb; --on-accent: #0b0f18; --danger: #f97770 } }
* { box-sizing: border-box }
body { margin: 0; background: var(--bg); color: var(--fg); font: 1rem/1.5 system-ui, ${WATCH_FONTS}, sans-serif; overflow-wrap: anywhere }
video::cue { font-family: system-ui, ${WATCH_FONTS}, sans-serif }
a { color: var(--accent) }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 4px }
header, main, footer { max-width: 72rem; margin: 0 auto; padding: 0 1rem }
header { padding-block: .75rem; font-weight: 600 }
header a { display: inline-flex; min-height: 2rem; align-items: center; gap: .5rem; color: var(--fg); text-decoration: none }
header svg { width: 1.75rem; height: 1.75rem }
h1 { margin: 0; font-size: 1.5rem; line-height: 1.3 }
h2 { margin: 0; padding: .75rem 1rem; font-size: 1rem; border-bottom: 1px solid var(--line) }
.columns { display: grid; gap: 1rem; align-items: start }
@media (min-width: 60rem) { .columns.two { grid-template-columns: minmax(0, 1fr) 20rem } }
video { display: block; width: 100%; max-height: 75vh; background: #050608; border-radius: 8px }
.meta, small { color: var(--muted); font-size: .875rem }
.top { display: flex; flex-wrap: wrap; gap: .75rem 1rem; align-items: start; justify-content: space-between; margin-top: 1rem }
.top > div { min-width: 0; flex: 1 1 16rem }
.panel { background: var(--surface); border: 1px solid var(--line); border-radius: 12px; overflow: hidden }
ol, ul { margin: 0; padding: .25rem; list-style: none }
ol { max-height: 60vh; overflow-y: auto }
ol a { display: flex; gap: .75rem; align-items: baseline; min-height: 2.5rem; padding: .5rem .75rem; border-radius: 8px; color: var(--fg); text-decoration: none }
ol a:hover, ol a[aria-current] { background: var(--soft) }
ol a:focus-visible { outline-offset: -2px }
ol time { color: var(--muted); font-size: .8125rem; min-width: 2.25rem; font-variant-numeric: tabular-nums }
.credits { margin-top: 1rem }
.credits li { padding: .5rem .75rem }
.credits small { display: block }
.moments { margin-top: 1rem }
.moments summary { display: flex; flex-wrap: wrap; gap: .25rem .75rem; align-items: baseline; padding: .75rem 1rem; cursor: pointer }
.moments summary::before { content: '▸' }
.moments[open] summary::before { content: '▾' }
.moments h2 { padding: 0; border: 0 }
.moments summary span, .moments time { color: var(--muted); font-size: .875rem; font-variant-numeric: tabular-nums }
.moments li { display: flex; gap: .75rem; align-items: baseline; padding: .5rem .75rem; border-radius: 8px }
.moments li[aria-current] { background: var(--soft) }
.moments small { display: block }
.moments p { margin: 0; padding: .5rem 1rem 1rem }
.description { white-space: pre-line }
.button { display: inline-flex; min-height: 2.5rem; align-items: center; padding: 0 1rem; border: 0; border-radius: 8px; background: var(--accent); color: var(--on-accent); font: inherit; font-weight: 500; text-decoration: none; cursor: pointer }
#said:not(:empty) { margin: .75rem 0 0; padding: .75rem 1rem; border: 1px solid var(--danger); border-radius: 8px; color: var(--danger) }
.door { max-width: 24rem; margin: 12vh auto 0; padding: 1.5rem }
.door form { display: grid; gap: .75rem; margin-top: 1rem }
.door input { width: 100%; min-height: 2.75rem; padding: 0 .75rem; border: 1px solid var(--strong); border-radius: 8px; background: var(--bg); color: var(--fg); font: inherit }
.wrong { margin: 0; color: var(--danger) }
footer { padding-block: 2rem; color: var(--muted); font-size: .875rem }
`;

const frame = (head: string, body: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8" />
<meta name="viewport" content="width=device-width, initial-scale=1" />
<meta name="robots" content="noindex" />
<link rel="icon" href="/favicon.svg" />
${head}
<style>${STYLE}</style>
</head>
<body>
<header><a href="/"><svg aria-hidden="true" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="var(--accent)" /><path d="M9 9h5v14H9zM18 9h5v4h-5zM18 15.5h5V23h-5z" fill="var(--on-accent)" /></svg>Cutroom</a></header>
${body}
</body>
</html>
`;

/** The message for every invalid link, whatever the reason. */
export const NOT_SHARED = 'This video is no longer shared, or the link is incomplete.';

/** The same message as a page, for browsers. */
export const NOT_SHARED_PAGE = `<!doctype html>
<html lang="en">
  <meta charset="utf-8" />
  <meta name="viewport" content="width=device-width" />
  <title>Video not available</title>
  <style>
    :root { color-scheme: light dark }
    body { font: 16px/1.5 system-ui, sans-serif; max-width: 28rem; margin: 20vh auto 0; padding: 0 1rem; text-align: center }
    h1 { font-size: 1.5rem }
  </style>
  <h1>Video not available</h1>
  <p>${NOT_SHARED}</p>
  <p>Please ask whoever sent you the link for a new one.</p>
</html>
`;

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

const embedFrame = (head: string, body: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8" />
<meta name="viewport" content="width=device-width, initial-scale=1" />
<meta name="robots" content="noindex" />
${head}
<style>
${WATCH_FONT_FACES}
html, body { height: 100%; margin: 0; background: #050608; color: #f0f2f4; font: 1rem/1.5 system-ui, ${WATCH_FONTS}, sans-serif }
a { color: #709afb }
video { display: block; width: 100%; height: 100% }
video::cue { font-family: system-ui, ${WATCH_FONTS}, sans-serif }
p:not(:empty) { position: absolute; inset: 0; display: grid; place-items: center; margin: 0; padding: 1rem; text-align: center; background: #050608 }
</style>
</head>
<body>
${body}
</body>
</html>
`;

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
