import { describe, expect, it } from 'vitest';
import { parseConfig } from '#core/config/config.ts';

const LOCAL = {
  DATABASE_URL: 'postgres://localhost/x',
  REDIS_URL: 'redis://localhost',
  SECRET: 'abcdefghijklmnopqrstuvwxyz0123456789',
};
const PRODUCTION = {
  ...LOCAL,
  DATABASE_URL: 'postgres://cutroom:its-own-password@localhost/x',
  REDIS_URL: 'redis://:its-own-password@localhost',
  CUTROOM_MODE: 'production',
  PUBLIC_URL: 'https://cutroom.example/',
  GOOGLE_CLIENT_ID: 'id',
  GOOGLE_CLIENT_SECRET: 'secret',
};

describe('parseConfig', () => {
  it('uses real music sources in production and on request, and stand-ins in local mode', () => {
    const standins = { STANDINS_URL: 'http://127.0.0.1:5000/', PUBLIC_URL: 'http://localhost:4000' };
    const music = (env: Record<string, string>) => parseConfig(env).music;
    const real = {
      openverseUrl: 'https://api.openverse.org',
      archiveUrl: 'https://archive.org',
      archiveShownUrl: 'https://archive.org',
      standIn: false,
    };
    expect(music(PRODUCTION)).toEqual(real);
    expect(music({ ...LOCAL, ...standins, MUSIC_SEARCH: 'on' })).toEqual(real);
    expect(music({ ...LOCAL, ...standins })).toEqual({
      openverseUrl: 'http://127.0.0.1:5000/standins/openverse',
      archiveUrl: 'http://127.0.0.1:5000/standins/archive',
      archiveShownUrl: 'http://localhost:4000/standins/archive',
      standIn: true,
    });
    for (const off of [{}, { ...standins, MUSIC_SEARCH: 'off' }, { ...standins, SEARCH_STANDINS: 'off' }])
      expect(music({ ...LOCAL, ...off })).toBeNull();
    expect(music({ ...PRODUCTION, MUSIC_SEARCH: 'off' })).toBeNull();
    const named = { MUSIC_SEARCH: 'on', OPENVERSE_API_URL: 'http://standins:4000/standins/openverse' };
    expect(() => parseConfig({ ...PRODUCTION, ...named })).toThrow('refuses stand-ins: OPENVERSE_API_URL');
  });
});
