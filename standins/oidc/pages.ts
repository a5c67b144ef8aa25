import { createHash } from 'node:crypto';
import { initialsOf, KNOWN_PEOPLE } from './people.ts';

const STYLE = `
:root { color-scheme: light dark; --line: #d4d4d8; --soft: #f4f4f5; --text: #18181b; --dim: #52525b; --page: #fafafa;
  --card: #fff; --accent: #4338ca; --mark: #fef3c7; --mark-text: #78350f; --wrong: #b91c1c; }
@media (prefers-color-scheme: dark) { :root { --line: #3f3f46; --soft: #27272a; --text: #fafafa; --dim: #a1a1aa;
  --page: #09090b; --card: #18181b; --accent: #a5b4fc; --mark: #422006; --mark-text: #fde68a; --wrong: #fca5a5; } }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 16px; background: var(--page);
  color: var(--text); font: 16px/1.5 system-ui, sans-serif; }
main { width: 100%; max-width: 420px; padding: 28px; background: var(--card); border: 1px solid var(--line); border-radius: 14px; }
h1 { margin: 0 0 12px; font-size: 22px; }
h2 { margin: 24px 0 8px; font-size: 14px; color: var(--dim); font-weight: 600; }
.mark { margin: 0 0 20px; padding: 10px 12px; border-radius: 8px; background: var(--mark); color: var(--mark-text); font-size: 14px; }
.wrong { color: var(--wrong); margin: 0 0 12px; }
label { display: block; margin-bottom: 14px; font-size: 14px; font-weight: 600; }
input { display: block; width: 100%; margin-top: 4px; padding: 10px 12px; font: inherit; color: inherit;
  background: var(--card); border: 1px solid var(--dim); border-radius: 8px; }
button { width: 100%; padding: 10px 12px; font: inherit; font-weight: 600; cursor: pointer; border-radius: 8px;
  border: 1px solid var(--line); background: var(--soft); color: inherit; text-align: left; }
button.main { background: var(--accent); border-color: var(--accent); color: var(--card); text-align: center; }
button.quiet { background: none; border-color: transparent; text-align: center; margin-top: 16px; }
button:focus-visible, input:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.person { display: flex; align-items: center; gap: 12px; margin-top: 8px; }
.person span:first-child { display: grid; place-items: center; width: 36px; height: 36px; border-radius: 50%;
  background: var(--accent); color: var(--card); font-size: 14px; }
.person small { display: block; color: var(--dim); font-weight: 400; }
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

/** Makes text harmless inside of HTML. */
export const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (char) => ESCAPES[char] ?? char);

const page = (title: string, body: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${STYLE}</style>
</head>
<body><main>${body}</main></body>
</html>
`;

/** The form; `values` are what was typed before a problem. */
export function loginPage(
  action: string,
  values: { name: string; email: string } | undefined,
  problem?: string,
): string {
  const { name, email } = values ?? KNOWN_PEOPLE[0]!;
  const people = KNOWN_PEOPLE.map(
    (person) => `<form method="post" action="${escapeHtml(action)}/login">
<input type="hidden" name="name" value="${person.name}"><input type="hidden" name="email" value="${person.email}">
<button class="person"><span aria-hidden="true">${initialsOf(person)}</span><span>${person.name}<small>${person.email}</small></span></button>
</form>`,
  ).join('\n');
  return page(
    'Stand-in sign-in',
    `<h1>Sign in to Cutroom</h1>
<p class="mark">Stand-in sign-in: no Google account is needed</p>
${problem ? `<p class="wrong" role="alert">${escapeHtml(problem)}</p>` : ''}
<form method="post" action="${escapeHtml(action)}/login">
<label>Name<input name="name" value="${escapeHtml(name)}" required maxlength="120" autocomplete="off"></label>
<label>E-mail<input name="email" type="email" value="${escapeHtml(email)}" required maxlength="200" autocomplete="off"></label>
<button class="main">Sign in</button>
</form>
<h2>Or sign in as</h2>
${people}
<form method="post" action="${escapeHtml(action)}/cancel"><button class="quiet">Cancel</button></form>`,
  );
}

/** For a link that is too old, and for what a client did wrong. */
export const messagePage = (title: string, text: string): string =>
  page(
    escapeHtml(title),
    `<h1>${escapeHtml(title)}</h1><p class="mark">Stand-in sign-in</p><p>${escapeHtml(text)}</p><p><a href="/">Back to Cutroom</a></p>`,
  );

/** A round picture of two letters. */
export const avatar = (initials: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96"><rect width="96" height="96" fill="#4338ca"/><text x="48" y="50" fill="#fff" font-family="sans-serif" font-size="38" text-anchor="middle" dominant-baseline="central">${escapeHtml(initials)}</text></svg>`;
