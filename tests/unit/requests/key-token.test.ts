import { describe, expect, it } from 'vitest';
import { createKeyToken, hashToken, isKeyToken } from '#core/repositories/account/key-token.ts';
import { isToken } from '#core/repositories/account/sessions.ts';
import { hasBearer, tokenOf } from '../../../server/plugins/credential.ts';

const SESSION = 'a'.repeat(43);

describe('an API key', () => {
  it('has a mark, 43 random digits and a checksum, and is stored by its hash and its prefix', () => {
    const keys = Array.from({ length: 100 }, createKeyToken);
    for (const { token, prefix, hash } of keys) {
      expect(token).toMatch(/^ck_[0-9A-Za-z]{49}$/);
      expect([token.startsWith(prefix), prefix.length, hash]).toEqual([true, 9, hashToken(token)]);
      expect([isKeyToken(token), isToken(token)]).toEqual([true, false]);
    }
    expect(new Set(keys.map(({ token }) => token)).size).toBe(100);
  });

  it('is recognised as mistyped if any of its characters differs', () => {
    const { token } = createKeyToken();
    for (let at = 0; at < token.length; at += 1) {
      const other = token[at] === 'x' ? 'y' : 'x';
      expect([at, isKeyToken(token.slice(0, at) + other + token.slice(at + 1))]).toEqual([at, false]);
    }
    for (const wrong of ['', 'ck_', token.slice(1), `${token}0`, ` ${token}`, 'ck_'.repeat(1e6)]) {
      expect(isKeyToken(wrong)).toBe(false);
    }
  });
});

describe('the token of a request', () => {
  const { token } = createKeyToken();

  it('is the key of its bearer, in any case of the scheme', () => {
    for (const authorization of [`Bearer ${token}`, `bearer ${token}`, `BEARER  ${token} `]) {
      expect(tokenOf({ authorization }, SESSION)).toBe(token);
    }
  });

  it.each(['Bearer', 'Bearer ', `Bearer ${SESSION}`, `Bearer ${token}x`, `bearer ${'x'.repeat(1e5)}`])(
    'is never that of its cookie beside the header %.20s',
    (authorization) => {
      expect(hasBearer({ authorization })).toBe(true);
      expect(tokenOf({ authorization }, SESSION)).toBeUndefined();
    },
  );

  it('is that of its cookie without a bearer, and never a key in the cookie', () => {
    expect(tokenOf({}, SESSION)).toBe(SESSION);
    expect(tokenOf({ authorization: 'Basic dXNlcjpwYXNzd29yZA==' }, SESSION)).toBe(SESSION);
    expect(tokenOf({ authorization: 'Bearers' }, SESSION)).toBe(SESSION);
    expect(tokenOf({}, token)).toBeUndefined();
    expect(tokenOf({}, undefined)).toBeUndefined();
  });
});
