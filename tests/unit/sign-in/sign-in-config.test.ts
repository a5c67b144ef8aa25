import { describe, expect, it } from 'vitest';
import { parseConfig } from '#core/config/config.ts';

const LOCAL = {
  DATABASE_URL: 'postgres://cutroom:its-own-password@localhost/x',
  REDIS_URL: 'redis://:its-own-password@localhost',
  SECRET: 'abcdefghijklmnopqrstuvwxyz0123456789',
};
const GOOGLE = { GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'secret' };
const PRODUCTION = { ...LOCAL, CUTROOM_MODE: 'production', PUBLIC_URL: 'https://cutroom.example/' };

describe('the configuration of the sign-in', () => {
  // product 28.6
  it('starts in production with any sign-in, and refuses an OpenID provider without https', () => {
    expect(() => parseConfig(PRODUCTION)).toThrow('refuses stand-ins');
    const oidc = {
      OIDC_ISSUER: 'https://id.example/realms/studio',
      OIDC_CLIENT_ID: 'id',
      OIDC_CLIENT_SECRET: 'secret',
    };
    const { signIn, channel } = parseConfig({ ...PRODUCTION, ...oidc });
    expect(signIn.providers.map(({ id, name }) => [id, name])).toEqual([['oidc', 'id.example']]);
    expect(channel.available).toBe(false);
    const both = parseConfig({ ...PRODUCTION, ...GOOGLE, ...oidc, OIDC_NAME: 'Studio' }).signIn.providers;
    expect(both.map(({ name }) => name)).toEqual(['Google', 'Studio']);
    const mail = { SMTP_URL: 'smtps://mail.example', MAIL_FROM: 'films@example.com' };
    expect(parseConfig({ ...PRODUCTION, ...mail }).signIn).toMatchObject({ providers: [], email: true });
    const plain = { ...oidc, OIDC_ISSUER: 'http://id.example' };
    expect(() => parseConfig({ ...PRODUCTION, ...plain })).toThrow('begins with https:');
    expect(() => parseConfig({ ...PRODUCTION, ...oidc, OIDC_CLIENT_SECRET: '' })).toThrow('go together');
  });

  // product 28.14
  it('lists several OpenID providers in their order, and refuses equal names or issuers', () => {
    const set = (prefix: string, issuer: string, name = '') => ({
      [`${prefix}_ISSUER`]: issuer,
      [`${prefix}_CLIENT_ID`]: 'id',
      [`${prefix}_CLIENT_SECRET`]: 'secret',
      [`${prefix}_NAME`]: name,
    });
    const [first, second] = ['https://id.example/realms/a', 'https://id.example/realms/b'];
    const named = (...sets: object[]) =>
      parseConfig(Object.assign({}, PRODUCTION, ...sets)).signIn.providers.map(({ id, name }) => [id, name]);
    expect(named(set('OIDC_3', second, 'B'), set('OIDC', first), GOOGLE)).toEqual([
      ['google', 'Google'],
      ['oidc', 'id.example'],
      ['oidc3', 'B'],
    ]);
    expect(() => named(set('OIDC', first), set('OIDC_2', second))).toThrow('Set OIDC_2_NAME.');
    expect(() => named(GOOGLE, set('OIDC_2', second, 'google'))).toThrow('are called google');
    expect(() => named(set('OIDC', first, 'A'), set('OIDC_2', `${first}/`, 'B'))).toThrow('have the issuer');
    expect(() => named(GOOGLE, { OIDC_2_NAME: 'B' })).toThrow('without OIDC_2_ISSUER');
    expect(() => named(GOOGLE, { OIDC_2_ISSUER: second })).toThrow('go together');
  });

  it('refuses domains that are missing or invalid', () => {
    const signUp = (SIGN_UP_DOMAINS: string) =>
      parseConfig({ ...LOCAL, SIGN_UP: 'domains', SIGN_UP_DOMAINS }).signIn.signUp;
    expect(signUp('Example.com, studio.example')).toEqual({
      mode: 'domains',
      domains: ['example.com', 'studio.example'],
    });
    for (const wrong of ['', 'example', 'a@example.com', 'example.com,'])
      expect(() => signUp(wrong)).toThrow('SIGN_UP=domains needs SIGN_UP_DOMAINS');
    expect(() => parseConfig({ ...LOCAL, SIGN_UP_DOMAINS: 'example.com' })).toThrow(
      'without SIGN_UP=domains',
    );
  });
});
