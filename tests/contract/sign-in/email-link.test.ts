import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { LINKS_PER_ADDRESS } from '../../../server/services/sign-in/email-link.ts';
import { createUser } from '../../helpers/data/user.ts';
import { startSmtpServer } from '../../helpers/outside/smtp-server.ts';
import { openTestApp, openTestBackend } from '../../helpers/services/backend.ts';

const PUBLIC_URL = 'https://studio.example';
const smtp = await startSmtpServer();
const backend = await openTestBackend({
  SMTP_URL: smtp.url,
  MAIL_FROM: 'Cutroom <films@studio.example>',
  PUBLIC_URL,
});
const app = await openTestApp(backend);
const LINK = '__Host-cutroom-link';
const SESSION = '__Host-cutroom';

beforeEach(() => {
  smtp.answer = '250 kept';
});

/** Requests a link. Returns the response, the browser's cookies, and the token in the mail. */
async function request(email: string, cookies: Record<string, string> = {}) {
  const answer = await app.inject({ method: 'POST', url: '/api/sign-in/email', payload: { email }, cookies });
  const own = Object.fromEntries(answer.cookies.map(({ name, value }) => [name, value]));
  const text = smtp.mails.at(-1)?.data.replaceAll('=\n', '') ?? '';
  const token = /\/sign-in\/email#([\w-]{43})/.exec(text)?.[1] ?? '';
  return { answer, cookies: { ...cookies, ...own }, token };
}

const confirm = (token: string, cookies: Record<string, string>) =>
  app.inject({ method: 'POST', url: '/api/sign-in/email/confirm', payload: { token }, cookies });

async function userOf(answer: Awaited<ReturnType<typeof confirm>>) {
  const session = answer.cookies.find(({ name }) => name === SESSION)?.value;
  return (await app.inject({ url: '/api/auth/user', cookies: { [SESSION]: session ?? '' } })).json();
}

describe('a sign-in by e-mail', () => {
  // product 28.7
  it('signs in the owner of an address as the same user, and creates the user once', async () => {
    const first = await request('Ada@Example.com ');
    expect(first.answer.statusCode).toBe(204);
    expect(smtp.mails.at(-1)!.to).toEqual(['ada@example.com']);
    const cookie = first.answer.cookies.find(({ name }) => name === LINK)!;
    expect(cookie).toMatchObject({ httpOnly: true, secure: true, sameSite: 'Lax', maxAge: 900 });
    const user = await userOf(await confirm(first.token, first.cookies));
    expect(user).toMatchObject({ email: 'ada@example.com', firstName: null });
    const second = await request('ada@example.com');
    expect(await userOf(await confirm(second.token, second.cookies))).toEqual(user);
  });

  // product 28.8
  it('responds and sends alike for addresses with and without an account', async () => {
    const { email } = await createUser(backend);
    const responses = [];
    for (const address of [email, 'no-one@example.com']) {
      const { answer } = await request(address);
      const { subject } = /subject: (?<subject>.*)/i.exec(smtp.mails.at(-1)!.data)!.groups!;
      responses.push([answer.statusCode, answer.body, smtp.mails.at(-1)!.to, subject]);
    }
    expect(responses.map(([status, body, , subject]) => [status, body, subject])).toEqual([
      [204, '', responses[0]![3]],
      [204, '', responses[0]![3]],
    ]);
    expect(responses.map(([, , to]) => to)).toEqual([[email], ['no-one@example.com']]);
  });

  it('never signs in to the account of a provider with the same address', async () => {
    const { id, email } = await createUser(backend);
    const { token, cookies } = await request(email);
    expect((await userOf(await confirm(token, cookies))).id).not.toBe(id);
  });

  // product 28.7
  it('accepts a link once, in the browser that requested it, for fifteen minutes', async () => {
    const mine = await request('grace@example.com');
    const theirs = await request('mallory@example.com');
    for (const cookies of [{}, theirs.cookies, { [LINK]: 'x' }]) {
      expect((await confirm(mine.token, cookies)).statusCode).toBe(410);
    }
    // The failed attempts did not use it up.
    const used = await confirm(mine.token, mine.cookies);
    expect(used.statusCode).toBe(204);
    expect((await confirm(mine.token, mine.cookies)).statusCode).toBe(410);

    const late = await request('grace@example.com');
    await backend.db
      .updateTable('signInLinks')
      .set({ createdAt: sql`now() - interval '16 minutes'` })
      .where('email', '=', 'grace@example.com')
      .execute();
    expect((await confirm(late.token, late.cookies)).statusCode).toBe(410);
  });

  it('accepts one of two concurrent confirmations', async () => {
    const { token, cookies } = await request('twice@example.com');
    const statuses = await Promise.all([confirm(token, cookies), confirm(token, cookies)]);
    expect(statuses.map(({ statusCode }) => statusCode).toSorted()).toEqual([204, 410]);
  });

  it('accepts the first of two links of one browser', async () => {
    const first = await request('slow@example.com');
    const second = await request('slow@example.com', first.cookies);
    expect((await confirm(first.token, second.cookies)).statusCode).toBe(204);
  });

  // product 28.7
  it('is not started or used up by opening the link', async () => {
    const { token, cookies } = await request('scanner@example.com');
    expect((await app.inject({ url: '/sign-in/email', cookies })).cookies).toEqual([]);
    expect((await confirm(token, cookies)).statusCode).toBe(204);
  });

  it('stores neither the token of the link nor that of the browser', async () => {
    const { token, cookies } = await request('stored@example.com');
    const rows = await backend.db.selectFrom('signInLinks').selectAll().execute();
    const text = JSON.stringify(rows);
    expect(rows.length).toBeGreaterThan(0);
    expect([text.includes(token), text.includes(cookies[LINK]!)]).toEqual([false, false]);
  });

  // product 28.8
  it('sends a few links to an address, however often they are requested', async () => {
    const statuses = [];
    for (let i = 0; i <= LINKS_PER_ADDRESS; i += 1) {
      statuses.push((await request('many@example.com')).answer.statusCode);
    }
    expect(statuses).toEqual([...Array.from({ length: LINKS_PER_ADDRESS }, () => 204), 429]);
    expect(smtp.mails.filter(({ to }) => to[0] === 'many@example.com')).toHaveLength(LINKS_PER_ADDRESS);
  });

  it('reports a mail that was not sent, and deletes its link', async () => {
    smtp.answer = '451 later';
    const { answer } = await request('unlucky@example.com');
    expect([answer.statusCode, answer.json().message]).toEqual([
      503,
      'The email could not be sent. Check the address, or try again later.',
    ]);
    const remaining = await backend.db
      .selectFrom('signInLinks')
      .select('email')
      .where('email', '=', 'unlucky@example.com')
      .execute();
    expect(remaining).toEqual([]);
  });

  it.each([
    '',
    'ada',
    'ada@',
    'a@b.c\nbcc: eve@example.com',
    `${'a'.repeat(250)}@example.com`,
    'ada@ex ample.com',
  ])('refuses the address %j', async (email) => {
    expect((await request(email)).answer.statusCode).toBe(400);
  });

  // product 28.8
  it('limits the mails that one network requests per minute', async () => {
    const strict = await openTestApp({ ...backend, config: { ...backend.config, limitsFactor: 1 } });
    const statuses = [];
    for (let i = 0; i < 6; i += 1) {
      const payload = { email: `person-${i}@example.com` };
      const sent = {
        method: 'POST',
        url: '/api/sign-in/email',
        payload,
        remoteAddress: '203.0.113.9',
      } as const;
      statuses.push((await strict.inject(sent)).statusCode);
    }
    expect(statuses).toEqual([204, 204, 204, 204, 204, 429]);
  });
});
