import { createHash } from 'node:crypto';

/** The common style of the stand-ins' pages. `own` adds the rules of one stand-in. */
const style = (own: string): string => `
:root { color-scheme: light dark; --line: #d4d4d8; --soft: #f4f4f5; --text: #18181b; --dim: #52525b; --page: #fafafa;
  --card: #fff; --accent: #4338ca; --mark: #fef3c7; --mark-text: #78350f; --wrong: #b91c1c; }
@media (prefers-color-scheme: dark) { :root { --line: #3f3f46; --soft: #27272a; --text: #fafafa; --dim: #a1a1aa;
  --page: #09090b; --card: #18181b; --accent: #a5b4fc; --mark: #422006; --mark-text: #fde68a; --wrong: #fca5a5; } }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 16px; background: var(--page);
  color: var(--text); font: 16px/1.5 system-ui, sans-serif; }
main { width: 100%; max-width: 440px; padding: 28px; background: var(--card); border: 1px solid var(--line); border-radius: 14px; }
h1 { margin: 0 0 12px; font-size: 22px; overflow-wrap: anywhere; }
.mark { margin: 0 0 20px; padding: 10px 12px; border-radius: 8px; background: var(--mark); color: var(--mark-text); font-size: 14px; }
label { display: block; margin-bottom: 14px; font-size: 14px; font-weight: 600; }
a { color: var(--accent); }
main > :last-child { margin-bottom: 0; }
input { display: block; width: 100%; margin-top: 4px; padding: 10px 12px; font: inherit; font-weight: 400; color: inherit;
  background: var(--card); border: 1px solid var(--dim); border-radius: 8px; }
button { width: 100%; padding: 10px 12px; font: inherit; font-weight: 600; cursor: pointer; border-radius: 8px;
  border: 1px solid var(--line); background: var(--soft); color: inherit; }
button.main { background: var(--accent); border-color: var(--accent); color: var(--card); text-align: center; }
button:focus-visible, input:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
${own}`;

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes text for HTML. */
export const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (char) => ESCAPES[char] ?? char);

/** Creates the pages of one stand-in, each labelled `mark`, and their headers. */
export function createPages(mark: string, ownStyle: string) {
  const css = style(ownStyle);
  const page = (title: string, body: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>${css}</style>
</head>
<body><main>${body}</main></body>
</html>
`;
  return {
    page,
    messagePage: (title: string, text: string): string =>
      page(
        title,
        `<h1>${escapeHtml(title)}</h1><p class="mark">${escapeHtml(mark)}</p><p>${escapeHtml(text)}</p><p><a href="/">Back to Cutroom</a></p>`,
      ),
    /** The pages load nothing and run no script; the only style is allowed by its hash. */
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': `default-src 'none'; style-src 'sha256-${createHash('sha256').update(css).digest('base64')}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    },
  };
}
