import { WATCH_FONT_FACES, WATCH_FONTS } from './watch-fonts.ts';

const SIGNS: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
/** Escapes a text for HTML. */
export const text = (value: string) => value.replaceAll(/[&<>"']/g, (sign) => SIGNS[sign]!);

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

/** Returns a page with Cutroom's header. `head` and `body` are HTML. */
export const frame = (head: string, body: string) => `<!doctype html>
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

/** Returns a page for the frames of other sites: without a header, on black. */
export const embedFrame = (head: string, body: string) => `<!doctype html>
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
