import { describe, expect, it } from 'vitest';
import { claimsSchema, identityOf } from '../../../server/services/sign-in/claims.ts';

const read = (claims: object, trustsEmail = false) =>
  identityOf(claimsSchema.parse({ sub: 'ada', ...claims }), { issuer: 'https://id.example', trustsEmail });

describe('identityOf', () => {
  it.each([
    [{ given_name: 'Ada', family_name: 'Lovelace', name: 'A. L.' }, ['Ada', 'Lovelace']],
    [{ name: ' Ada  King\nLovelace ' }, ['Ada', 'King Lovelace']],
    [{ name: 'Ada' }, ['Ada', null]],
    [{ name: '', preferred_username: 'ada' }, ['ada', null]],
    [{ preferred_username: 'ada@example.com' }, [null, null]],
    [{}, [null, null]],
  ])('reads a name from %j', (claims, [first, last]) => {
    expect(read(claims)).toMatchObject({ firstName: first, lastName: last });
  });

  it.each([
    [{ email: 'ada@example.com', email_verified: true }, 'ada@example.com', true],
    [{ email: 'ada@example.com', email_verified: 'true' }, 'ada@example.com', true],
    [{ email: 'ada@example.com' }, 'ada@example.com', false],
    [{ email: 'ada@example.com', email_verified: false }, null, false],
    [{ preferred_username: 'ada@example.com' }, 'ada@example.com', false],
    [{ email: 'no address', email_verified: true }, null, false],
    [{ email: 42 }, null, false],
  ])('reads an e-mail address and whether it is verified from %j', (claims, email, emailVerified) => {
    expect(read(claims)).toMatchObject({ email, emailVerified });
  });

  it('counts every address of a trusted provider as verified', () => {
    expect(read({ email: 'ada@example.com', email_verified: false }, true)).toMatchObject({
      email: 'ada@example.com',
      emailVerified: true,
    });
  });

  it('bounds texts and drops control characters and pictures that are no links', () => {
    const { firstName, profileImageUrl } = read({
      given_name: `\0${'a'.repeat(5000)}`,
      picture: 'javascript:x',
    });
    expect([firstName!.length, profileImageUrl]).toEqual([199, null]);
    expect(() => read({ sub: 'a'.repeat(256) })).toThrow('sub');
  });
});
