import { expect, it } from 'vitest';
import type { User } from '#contract/users.ts';
import { CookieBrowser } from '../../helpers/calls/cookie-browser.ts';
import { startStack } from '../../helpers/processes/stack.ts';
import { ended } from '../../helpers/processes/installation.ts';

const stack = await startStack({ WELCOME_CREDITS: '3' });
let standins = await stack.startStandins();
const CALLBACK = `${stack.url}/auth/google/callback`;
const ADA = { name: 'Ada Lovelace', email: 'ada@example.com' };

/** Goes through the provider's page, up to the redirect back to the product. */
async function toCallback(browser: CookieBrowser, person = ADA): Promise<string> {
  const { location: authorize } = await browser.go('/auth/google');
  const { location: interaction } = await browser.go(authorize);
  const back = await browser.goOn(CALLBACK, `${interaction}/login`, person);
  return back.pathname + back.search;
}

async function currentUser(browser: CookieBrowser): Promise<User | number> {
  const { status, text } = await browser.go('/api/auth/user');
  return status === 200 ? (JSON.parse(text) as User) : status;
}

// product 1.15
it('signs in the same person as the same user, in a new session each time', async () => {
  const browsers = [new CookieBrowser(stack.url), new CookieBrowser(stack.url)];
  for (const browser of browsers) {
    const answer = await browser.go(await toCallback(browser));
    expect([answer.status, answer.location]).toEqual([302, '/']);
    expect(answer.headers.getSetCookie().find((line) => line.startsWith('cutroom='))).toMatch(
      /HttpOnly; SameSite=Lax/,
    );
  }
  const users = await Promise.all(browsers.map(currentUser));
  expect(users[0]).toMatchObject({ firstName: 'Ada', lastName: 'Lovelace', email: ADA.email });
  expect(users[1]).toEqual(users[0]);
  expect(browsers[0]!.cookies.get('cutroom')).not.toBe(browsers[1]!.cookies.get('cutroom'));
  const credits = JSON.parse((await browsers[1]!.go('/api/user/credits')).text);
  expect(credits).toMatchObject({ totalCredits: 3, allPacks: [{ kind: 'welcome' }] });

  await browsers[0]!.go('/api/logout');
  expect(await currentUser(browsers[0]!)).toBe(401);
  expect(await currentUser(browsers[1]!)).toMatchObject({ email: ADA.email });
});

it('gives a person welcome credits once, however often the account is deleted', async () => {
  const person = { name: 'Eve Again', email: 'eve@example.com' };
  const had: number[] = [];
  for (let i = 0; i < 3; i += 1) {
    const browser = new CookieBrowser(stack.url);
    await browser.go(await toCallback(browser, person));
    had.push(JSON.parse((await browser.go('/api/user/credits')).text).totalCredits);
    const answer = await fetch(`${stack.url}/api/user`, {
      method: 'DELETE',
      headers: {
        cookie: `cutroom=${browser.cookies.get('cutroom')}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ email: person.email }),
    });
    expect(answer.status).toBe(204);
  }
  expect(had).toEqual([3, 0, 0]);
  // The remaining rows contain no personal data.
  const [row, ...others] = await stack.db.selectFrom('welcomedIdentities').selectAll().execute();
  expect(row!.mark).toMatch(/^[\w-]{43}$/);
  expect(others).toEqual([]);
  const other = new CookieBrowser(stack.url);
  await other.go(await toCallback(other, { name: 'Someone Else', email: 'else@example.com' }));
  expect(JSON.parse((await other.go('/api/user/credits')).text).totalCredits).toBe(3);
});

it('ends on the login-error page if the response does not match the request', async () => {
  const refused = async (browser: CookieBrowser, path: string) => {
    const { status, location } = await browser.go(path);
    expect([status, location]).toEqual([302, '/login-error']);
    expect(await currentUser(browser)).toBe(401);
  };
  const replay = new CookieBrowser(stack.url);
  const used = await toCallback(replay);
  expect((await replay.go(used)).location).toBe('/');
  replay.cookies.delete('cutroom');
  await refused(replay, used);

  await refused(new CookieBrowser(stack.url), await toCallback(new CookieBrowser(stack.url)));
  await refused(new CookieBrowser(stack.url), '/auth/google/callback?code=x&state=forged');
  await refused(new CookieBrowser(stack.url), '/auth/google/callback');

  const withoutCode = new CookieBrowser(stack.url);
  await refused(withoutCode, (await toCallback(withoutCode)).replace(/code=[^&]+&?/, ''));

  const otherNonce = new CookieBrowser(stack.url);
  const path = await toCallback(otherNonce);
  await stack.db.updateTable('oauthStates').set({ nonce: 'another' }).execute();
  await refused(otherNonce, path);
});

it('ends on the login-error page while the provider is down, and works again afterwards', async () => {
  const browser = new CookieBrowser(stack.url);
  const path = await toCallback(browser);
  standins.kill('SIGKILL');
  await ended(standins);
  expect((await browser.go(path)).location).toBe('/login-error');
  standins = await stack.startStandins();
  const secondBrowser = new CookieBrowser(stack.url);
  expect((await secondBrowser.go(await toCallback(secondBrowser))).location).toBe('/');
});
