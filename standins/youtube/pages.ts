import { createHash } from 'node:crypto';
import type { Video } from './channel-state.ts';

const STYLE = `
:root { color-scheme: light dark; --line: #d4d4d8; --text: #18181b; --dim: #52525b; --page: #fafafa; --card: #fff;
  --accent: #4338ca; --mark: #fef3c7; --mark-text: #78350f; }
@media (prefers-color-scheme: dark) { :root { --line: #3f3f46; --text: #fafafa; --dim: #a1a1aa; --page: #09090b;
  --card: #18181b; --accent: #a5b4fc; --mark: #422006; --mark-text: #fde68a; } }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 16px; background: var(--page);
  color: var(--text); font: 16px/1.5 system-ui, sans-serif; }
main { width: 100%; max-width: 460px; padding: 28px; background: var(--card); border: 1px solid var(--line); border-radius: 14px; }
h1 { margin: 0 0 12px; font-size: 22px; overflow-wrap: anywhere; }
.mark { margin: 0 0 20px; padding: 10px 12px; border-radius: 8px; background: var(--mark); color: var(--mark-text); font-size: 14px; }
label { display: block; margin-bottom: 14px; font-size: 14px; font-weight: 600; }
input { display: block; width: 100%; margin-top: 4px; padding: 10px 12px; font: inherit; color: inherit;
  background: var(--card); border: 1px solid var(--dim); border-radius: 8px; }
button { width: 100%; margin-top: 8px; padding: 10px 12px; font: inherit; font-weight: 600; cursor: pointer;
  border-radius: 8px; border: 1px solid var(--line); background: none; color: inherit; }
button.main { background: var(--accent); border-color: var(--accent); color: var(--card); }
button:focus-visible, input:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; font: inherit; color: var(--dim); }
`;

/** Nothing from elsewhere, no script; the one style is known by its hash. */
export const PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escapeHtml = (text: string) => text.replaceAll(/[&<>"']/g, (char) => ESCAPES[char] ?? char);

const page = (title: string, body: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>${STYLE}</style>
</head>
<body><main>${body}</main></body>
</html>
`;

/** Asks for access to a channel; `query` is what the client asked, sent back with the answer. */
export const consentPage = (action: string, query: string): string =>
  page(
    'Stand-in for YouTube',
    `<h1>Connect a channel to Cutroom</h1>
<p class="mark">Stand-in for YouTube: no account is needed, nothing is published</p>
<form method="post" action="${escapeHtml(action)}">
<input type="hidden" name="query" value="${escapeHtml(query)}">
<label>Channel<input name="channel" value="Ada’s Workshop" maxlength="100" autocomplete="off"></label>
<button class="main" name="answer" value="allow">Allow</button>
<button name="answer" value="none">Allow, but this account has no channel</button>
<button name="answer" value="cancel">Cancel</button>
</form>`,
  );

export const messagePage = (title: string, text: string): string =>
  page(
    title,
    `<h1>${escapeHtml(title)}</h1><p class="mark">Stand-in for YouTube</p><p>${escapeHtml(text)}</p><p><a href="/">Back to Cutroom</a></p>`,
  );

/** Where a video would be watched. */
export const watchPage = (video: Video): string =>
  page(
    video.title,
    `<h1>${escapeHtml(video.title)}</h1>
<p class="mark">Stand-in for YouTube: this is what was sent, to be seen on this machine alone</p>
<p>${escapeHtml(video.channel.title)} · ${escapeHtml(video.privacy)} · ${video.bytes} bytes · ${escapeHtml(video.uploadStatus)}</p>
<pre>${escapeHtml(video.description)}</pre>
<p><a href="/">Back to Cutroom</a></p>`,
  );
