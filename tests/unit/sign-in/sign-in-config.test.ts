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
