import { spawn, type ChildProcess } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createRemoteJWKSet, jwtVerify } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { builtProcess } from '../../../bin/lib/node-build.mjs';
import { randomPort } from '../../../bin/lib/ports.mjs';
import { CookieBrowser } from '../../helpers/calls/cookie-browser.ts';

const PUBLIC_URL = 'http://studio.test:3000';
const ISSUER = `${PUBLIC_URL}/standins/oidc`;
const CALLBACK = `${PUBLIC_URL}/auth/google/callback`;
const CLIENT = { id: 'cutroom-local', secret: 'cutroom-local-stand-in-secret' };

let standins: ChildProcess;
let origin = '';

beforeAll(async () => {
  const port = await randomPort();
  origin = `http://127.0.0.1:${port}`;
  standins = spawn(process.execPath, builtProcess('standins/main.ts'), {
    env: { ...process.env, PORT: String(port), PUBLIC_URL },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  // The process sends 'ready'.
  await once(standins, 'message');
});

afterAll(() => {
  if (standins.connected) standins.disconnect();
});

const openCookieBrowser = () => new CookieBrowser(origin, PUBLIC_URL);

function startFlow(changes: Record<string, string | undefined> = {}) {
  const verifier = randomBytes(32).toString('base64url');
  const params = {
    client_id: CLIENT.id,
    response_type: 'code',
    scope: 'openid email profile',
    redirect_uri: CALLBACK,
    state: 'the-state',
    nonce: 'the-nonce',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    ...changes,
  };
  const definedParams = Object.entries(params).filter(
    (pair): pair is [string, string] => pair[1] !== undefined,
  );
  return { verifier, path: `/standins/oidc/auth?${new URLSearchParams(definedParams)}` };
}

async function signIn(form: Record<string, string>, browser = openCookieBrowser()) {
  const { verifier, path } = startFlow();
  const { location } = await browser.go(path);
  const page = await browser.go(location);
  const back = await browser.goOn(CALLBACK, `${location}/login`, form);
  return { verifier, page, back, code: back.searchParams.get('code') ?? '' };
}

async function redeem(code: string, verifier: string, how: 'basic' | 'post' = 'basic') {
  const body = new URLSearchParams({
    grant_type: 'authorization_code',
    code,
    redirect_uri: CALLBACK,
    code_verifier: verifier,
  });
  const headers: Record<string, string> = {};
  if (how === 'basic') {
    headers['authorization'] = `Basic ${Buffer.from(`${CLIENT.id}:${CLIENT.secret}`).toString('base64')}`;
  } else {
    body.set('client_id', CLIENT.id);
    body.set('client_secret', CLIENT.secret);
  }
  const response = await fetch(`${origin}/standins/oidc/token`, { method: 'POST', body, headers });
  return { status: response.status, body: (await response.json()) as Record<string, string> };
}

const verify = (idToken: string) =>
  jwtVerify(idToken, createRemoteJWKSet(new URL(`${origin}/standins/oidc/jwks`)), {
    issuer: ISSUER,
    audience: CLIENT.id,
  });

const ADA = { name: 'Ada Lovelace', email: 'ada@example.com' };

test.each(['basic', 'post'] as const)('signs in with PKCE, credentials by %s', async (how) => {
  const { back, code, verifier, page } = await signIn(ADA);
  expect(page.text).toContain('Stand-in sign-in: no Google account is needed');
  expect(page.text).toContain('value="ada@example.com"');
  expect(back.searchParams.get('state')).toBe('the-state');
  expect(back.searchParams.get('iss')).toBe(ISSUER);

  const token = await redeem(code, verifier, how);
  expect(token.status).toBe(200);
  const { payload } = await verify(token.body['id_token']!);
  expect(payload).toMatchObject({
    nonce: 'the-nonce',
    email: 'ada@example.com',
    email_verified: true,
    given_name: 'Ada',
    family_name: 'Lovelace',
    name: 'Ada Lovelace',
    picture: `${ISSUER}/avatar/AL.svg`,
  });

  const me = await fetch(`${origin}/standins/oidc/me`, {
    headers: { authorization: `Bearer ${token.body['access_token']}` },
  });
  expect(await me.json()).toMatchObject({ sub: payload.sub, email: 'ada@example.com' });
});

test('the same e-mail is the same subject, another one is another, even in one browser', async () => {
  const browser = openCookieBrowser();
  const subjects: (string | undefined)[] = [];
  for (const form of [ADA, { name: 'A. L.', email: ' Ada@Example.com ' }, { name: 'Ada', email: 'b@c.de' }]) {
    const { code, verifier } = await signIn(form, browser);
    const token = await redeem(code, verifier);
    subjects.push((await verify(token.body['id_token']!)).payload.sub);
  }
  expect(subjects[0]).toBe(subjects[1]);
  expect(subjects[2]).not.toBe(subjects[0]);
});

test('refuses a wrong verifier, and a code that was used', async () => {
  const first = await signIn(ADA);
  expect(await redeem(first.code, randomBytes(32).toString('base64url'))).toMatchObject({
    status: 400,
    body: { error: 'invalid_grant' },
  });
  const second = await signIn(ADA);
  expect((await redeem(second.code, second.verifier)).status).toBe(200);
  expect(await redeem(second.code, second.verifier)).toMatchObject({ body: { error: 'invalid_grant' } });
});

test('requires PKCE with S256', async () => {
  const browser = openCookieBrowser();
  const without = startFlow({ code_challenge: undefined, code_challenge_method: undefined });
  expect((await browser.goOn(CALLBACK, without.path)).searchParams.get('error')).toBe('invalid_request');
  const plain = startFlow({ code_challenge_method: 'plain' });
  expect((await browser.goOn(CALLBACK, plain.path)).searchParams.get('error')).toBe('invalid_request');
});

test('does not redirect to another site than the product', async () => {
  const response = await openCookieBrowser().go(startFlow({ redirect_uri: 'https://evil.example/' }).path);
  expect(response.status).toBe(400);
  expect(response.location).toBe('');
});

test('a cancelled sign-in returns access_denied', async () => {
  const browser = openCookieBrowser();
  const { location } = await browser.go(startFlow().path);
  const back = await browser.goOn(CALLBACK, `${location}/cancel`, {});
  expect(back.searchParams.get('error')).toBe('access_denied');
  expect(back.searchParams.get('state')).toBe('the-state');
});

test('shows the form again, safely escaped, if its input is invalid', async () => {
  const browser = openCookieBrowser();
  const { location } = await browser.go(startFlow().path);
  const page = await browser.go(`${location}/login`, { name: '"><script>x</script>', email: 'nobody' });
  expect(page.status).toBe(422);
  expect(page.text).toContain('Enter an e-mail address');
  expect(page.text).not.toContain('<script>');
});

test('the page loads nothing from other sites, and its policy forbids it', async () => {
  const { page } = await signIn(ADA);
  expect(page.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-/);
  expect(page.text).not.toMatch(/<script|https?:|src=/);
});

test('the form cannot be used without its cookie', async () => {
  const { location } = await openCookieBrowser().go(startFlow().path);
  const stranger = await openCookieBrowser().go(`${location}/login`, ADA);
  expect(stranger.status).toBe(400);
  expect(stranger.text).toContain('This sign-in has ended');
});

test('ends when the process that started it ends, in whatever way', async () => {
  const exited = once(standins, 'exit');
  standins.disconnect();
  expect(await exited).toEqual([0, null]);
});
