import { createPages, escapeHtml } from '../pages.ts';
import { initialsOf, KNOWN_PEOPLE } from './people.ts';

const STYLE = `button { text-align: left; }
h2 { margin: 24px 0 8px; font-size: 14px; color: var(--dim); font-weight: 600; }
.wrong { color: var(--wrong); margin: 0 0 12px; }
button.quiet { background: none; border-color: transparent; text-align: center; margin-top: 16px; }
.person { display: flex; align-items: center; gap: 12px; margin-top: 8px; }
.person span:first-child { display: grid; place-items: center; width: 36px; height: 36px; border-radius: 50%;
  background: var(--accent); color: var(--card); font-size: 14px; }
.person small { display: block; color: var(--dim); font-weight: 400; }
`;

const { page, messagePage, headers } = createPages('Stand-in sign-in', STYLE);
export { messagePage, headers as PAGE_HEADERS };

/** The sign-in form. `values` are the inputs of the previous attempt, which had an error. */
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

/** A round picture with the user's initials. */
export const avatar = (initials: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96"><rect width="96" height="96" fill="#4338ca"/><text x="48" y="50" fill="#fff" font-family="sans-serif" font-size="38" text-anchor="middle" dominant-baseline="central">${escapeHtml(initials)}</text></svg>`;
