import { describe, expect, it } from 'vitest';
import { parseConfig } from '#node/config/config.ts';

const LOCAL = {
  DATABASE_URL: 'postgres://localhost/x',
  REDIS_URL: 'redis://localhost',
  SECRET: 'abcdefghijklmnopqrstuvwxyz0123456789',
};
const PRODUCTION = {
  ...LOCAL,
  CUTROOM_MODE: 'production',
  PUBLIC_URL: 'https://cutroom.example/',
  GOOGLE_CLIENT_ID: 'id',
  GOOGLE_CLIENT_SECRET: 'secret',
};

describe('parseConfig', () => {
  it('stands in for sign-in under our own origin, asked directly for tokens', () => {
    const { oidc, publicUrl, secureCookies } = parseConfig({
      ...LOCAL,
      PORT: '4000',
      STANDINS_URL: 'http://127.0.0.1:5000/',
    });
    expect(publicUrl).toBe('http://localhost:4000');
    expect(secureCookies).toBe(false);
    expect(oidc).toMatchObject({
      standIn: true,
      issuer: 'http://localhost:4000/standins/oidc',
      authorizeUrl: 'http://localhost:4000/standins/oidc/auth',
      tokenUrl: 'http://127.0.0.1:5000/standins/oidc/token',
    });
  });

  it('takes Google when its client is set', () => {
    const { oidc, secureCookies, publicUrl } = parseConfig(PRODUCTION);
    expect(oidc).toMatchObject({ standIn: false, issuer: 'https://accounts.google.com', clientId: 'id' });
    expect(secureCookies).toBe(true);
    expect(publicUrl).toBe('https://cutroom.example');
  });

  it('refuses stand-ins and known secrets in production', () => {
    expect(() => parseConfig({ ...PRODUCTION, GOOGLE_CLIENT_ID: '' })).toThrow('refuses stand-ins');
    const weak = ['only-for-local-use-not-a-secret-at-all', 'a'.repeat(40)];
    for (const SECRET of weak)
      expect(() => parseConfig({ ...PRODUCTION, SECRET })).toThrow('SECRET of its own');
  });

  it('names every variable that is wrong', () => {
    expect(() => parseConfig({ PORT: 'x', SECRET: 'short' })).toThrow(
      /DATABASE_URL[\s\S]*REDIS_URL[\s\S]*PORT[\s\S]*SECRET/,
    );
    expect(() => parseConfig({ ...LOCAL, WORKER_QUEUES: 'render,nothing' })).toThrow('nothing');
    expect(parseConfig({ ...LOCAL, WORKER_QUEUES: 'render, fetch' }).worker.queues).toEqual([
      'fetch',
      'render',
    ]);
  });
});
