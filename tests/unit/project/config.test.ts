import { readFileSync } from 'node:fs';
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
  it('uses a stand-in for the sign-in under our own origin, requested directly for tokens', () => {
    const { signIn, publicUrl, secureCookies } = parseConfig({
      ...LOCAL,
      PORT: '4000',
      STANDINS_URL: 'http://127.0.0.1:5000/',
    });
    expect(publicUrl).toBe('http://localhost:4000');
    expect(secureCookies).toBe(false);
    expect(signIn.providers).toMatchObject([
      {
        standIn: true,
        issuer: 'http://localhost:4000/standins/oidc',
        endpoints: {
          authorizeUrl: 'http://localhost:4000/standins/oidc/auth',
          tokenUrl: 'http://127.0.0.1:5000/standins/oidc/token',
        },
      },
    ]);
  });

  it('uses Google if its client is set', () => {
    const { signIn, secureCookies, publicUrl } = parseConfig(PRODUCTION);
    expect(signIn.providers).toMatchObject([
      { standIn: false, issuer: 'https://accounts.google.com', clientId: 'id' },
    ]);
    expect(secureCookies).toBe(true);
    expect(publicUrl).toBe('https://cutroom.example');
  });

  it('refuses stand-ins and known secrets in production', () => {
    expect(() => parseConfig({ ...PRODUCTION, GOOGLE_CLIENT_ID: '' })).toThrow('refuses stand-ins');
    const compose = readFileSync('docker-compose.yml', 'utf8');
    const byDefault = (name: string) => new RegExp(`\\$\\{${name}:-([^}]+)\\}`).exec(compose)![1]!;
    const weak = [byDefault('SECRET'), 'a'.repeat(40), 'changeme'.repeat(5), '0123456789abcdef'.repeat(2)];
    for (const SECRET of weak)
      expect(() => parseConfig({ ...PRODUCTION, SECRET })).toThrow('SECRET of its own');
    for (const SECRET of ['', 'short', 'x7Kq-2Lm9_Zt4Rv8Wn1Pb6Yc3Hd5Jf0'])
      expect(() => parseConfig({ ...PRODUCTION, SECRET })).toThrow(/SECRET/);
    const passwords = {
      DATABASE_URL: `postgres://cutroom:${byDefault('POSTGRES_PASSWORD')}@postgres:5432/cutroom`,
      REDIS_URL: `redis://:${byDefault('REDIS_PASSWORD')}@redis:6379`,
    };
    for (const [name, value] of Object.entries(passwords)) {
      expect(() => parseConfig({ ...PRODUCTION, [name]: value })).toThrow('PASSWORD of its own');
      expect(() => parseConfig({ ...LOCAL, [name]: value })).not.toThrow();
    }
  });

  it('has no sample library in production', () => {
    const folders = { LIBRARY_DIR: '/library', SAMPLE_LIBRARY_DIR: '/data/library' };
    expect(parseConfig({ ...LOCAL, ...folders }).libraryDirs).toEqual(['/library', '/data/library']);
    const { libraryDirs, sampleLibraryDir } = parseConfig({ ...PRODUCTION, ...folders });
    expect({ libraryDirs, sampleLibraryDir }).toEqual({
      libraryDirs: ['/library'],
      sampleLibraryDir: undefined,
    });
  });

  it('refuses stores without a password in production', () => {
    const open = {
      DATABASE_URL: ['postgres://localhost/x', 'postgres://cutroom@db/x', 'postgres://cutroom:@db/x', 'db'],
      REDIS_URL: ['redis://localhost', 'rediss://user@redis', 'redis://:@redis', 'redis://r?password='],
    };
    for (const [name, values] of Object.entries(open)) {
      for (const value of values) {
        expect(() => parseConfig({ ...PRODUCTION, [name]: value })).toThrow(`needs a password in ${name}.`);
        expect(() => parseConfig({ ...LOCAL, [name]: value })).not.toThrow();
      }
    }
    const inQuery = { DATABASE_URL: 'postgres://db/x?user=u&password=p', REDIS_URL: 'redis://r?password=p' };
    expect(() => parseConfig({ ...PRODUCTION, ...inQuery })).not.toThrow();
  });

  it('refuses a URL without https in production, except for this machine', () => {
    for (const PUBLIC_URL of [
      'http://cutroom.example',
      'http://10.0.0.5:3000',
      'http://localhost.example',
      'http://127.0.0.1.example',
      'ftp://localhost.example',
    ]) {
      expect(() => parseConfig({ ...PRODUCTION, PUBLIC_URL })).toThrow('begins with https:');
      expect(() => parseConfig({ ...LOCAL, PUBLIC_URL })).not.toThrow();
    }
    for (const PUBLIC_URL of ['http://localhost:3000', 'http://127.0.0.1', 'http://[::1]:8080', ''])
      expect(parseConfig({ ...PRODUCTION, PUBLIC_URL }).secureCookies).toBe(false);
  });

  it("uses a separate client for channels, otherwise the sign-in's, otherwise a stand-in in local mode", () => {
    const own = { YOUTUBE_CLIENT_ID: 'own', YOUTUBE_CLIENT_SECRET: 'owned' };
    const client = (env: Record<string, string>) => {
      const { standIn, clientId, redirectUri, tokenUrl } = parseConfig(env).channel;
      return [standIn, clientId, redirectUri, new URL(tokenUrl).host];
    };
    const back = 'https://cutroom.example/api/youtube/callback';
    expect(client(PRODUCTION)).toEqual([false, 'id', back, 'oauth2.googleapis.com']);
    expect(client({ ...PRODUCTION, ...own })).toEqual([false, 'own', back, 'oauth2.googleapis.com']);
    expect(client({ ...LOCAL, STANDINS_URL: 'http://127.0.0.1:5000' })).toEqual([
      true,
      'cutroom-local',
      'http://localhost:3000/api/youtube/callback',
      '127.0.0.1:5000',
    ]);
    expect(() => parseConfig({ ...LOCAL, YOUTUBE_CLIENT_ID: 'own' })).toThrow('go together');
  });

  it('trusts only the configured proxies', () => {
    const trusted = (TRUST_PROXY: string) => parseConfig({ ...LOCAL, TRUST_PROXY }).trustProxy;
    expect(trusted('')).toBe(false);
    expect(trusted('10.0.0.5, 10.1.0.0/16,fd00::/8')).toEqual(['10.0.0.5', '10.1.0.0/16', 'fd00::/8']);
    for (const wrong of ['true', '1', '0.0.0.0/0', '::/0', '10.0.0.0/33', 'proxy.example', '10.0.0.1,']) {
      expect(() => trusted(wrong)).toThrow('TRUST_PROXY must be addresses');
    }
  });

  it.each([
    '0.0.0.0/1,128.0.0.0/1',
    '128.0.0.0/2, 192.0.0.0/2, 64.0.0.0/2, 0.0.0.0/2',
    '::/1,8000::/1',
    '::ffff:0:0/96',
    '::/64',
    '::ffff:0.0.0.0/97,::ffff:128.0.0.0/97',
    '10.0.0.5,1.0.0.0/1,::ffff:8000:0/98,192.0.0.0/2',
    '0.0.0.0/2,64.0.0.0/2',
  ])('refuses proxies that are half of all addresses or more: %s', (TRUST_PROXY) => {
    expect(() => parseConfig({ ...PRODUCTION, TRUST_PROXY })).toThrow('half of all addresses or more');
  });

  it('accepts proxies of many networks, however they overlap', () => {
    const TRUST_PROXY = '10.0.0.0/8,10.0.0.5,172.16.0.0/12,fc00::/7,fe80::1%eth0,::1,::ffff:10.0.0.0/104';
    expect(parseConfig({ ...PRODUCTION, TRUST_PROXY }).trustProxy).toHaveLength(7);
  });

  it('sells with Stripe if both keys are set, and with a test provider only in local mode', () => {
    const keys = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' };
    expect(parseConfig(LOCAL).payments).toEqual({ stripe: null, testProvider: true });
    expect(parseConfig(PRODUCTION).payments).toEqual({ stripe: null, testProvider: false });
    expect(parseConfig({ ...PRODUCTION, ...keys, STRIPE_API_URL: '' }).payments.stripe).toEqual({
      secretKey: 'sk_test_1',
      webhookSecret: 'whsec_1',
      apiUrl: undefined,
    });
    for (const name of Object.keys(keys)) {
      expect(() => parseConfig({ ...LOCAL, ...keys, [name]: '' })).toThrow('go together');
    }
  });

  it('searches a site with its key, a stand-in only in local mode, otherwise not at all', () => {
    const standins = { STANDINS_URL: 'http://127.0.0.1:5000/', PUBLIC_URL: 'http://localhost:4000' };
    const { youtube, vimeo, archive } = parseConfig({ ...LOCAL, ...standins }).sites;
    expect(youtube).toEqual({
      apiUrl: 'http://127.0.0.1:5000/standins/youtube/youtube/v3',
      key: 'local-stand-in',
      standIn: true,
      shownUrl: 'http://localhost:4000/standins/youtube',
      files: 'http://127.0.0.1:5000/standins/youtube/files/',
      contactUrl: 'http://localhost:4000',
    });
    expect(vimeo).toMatchObject({ apiUrl: 'http://127.0.0.1:5000/standins/vimeo', standIn: true });
    const shownUrl = 'http://localhost:4000/standins/archive';
    expect(archive).toMatchObject({ apiUrl: 'http://127.0.0.1:5000/standins/archive', shownUrl });
    const none = { youtube: null, vimeo: null, archive: null, pixabay: null, nasa: null };
    expect(parseConfig({ ...LOCAL, ...standins, SEARCH_STANDINS: 'off' }).sites).toMatchObject(none);
    expect(parseConfig({ ...LOCAL, ...standins, ARCHIVE: 'off' }).sites.archive).toBeNull();
    expect(parseConfig({ ...PRODUCTION, ...standins }).sites).toMatchObject(none);
    const real = { YOUTUBE_API_KEY: 'k1', VIMEO_ACCESS_TOKEN: 'k2', ARCHIVE: 'on' };
    const site = (url: string) => ({ apiUrl: url, shownUrl: url, standIn: false, files: null });
    for (const mode of [LOCAL, PRODUCTION]) {
      expect(parseConfig({ ...mode, ...standins, ...real }).sites).toMatchObject({
        youtube: { ...site('https://www.googleapis.com/youtube/v3'), key: 'k1' },
        vimeo: { ...site('https://api.vimeo.com'), key: 'k2' },
        archive: site('https://archive.org'),
      });
    }
    const named = { ...real, VIMEO_API_URL: 'http://standins:4000/standins/vimeo' };
    expect(() => parseConfig({ ...PRODUCTION, ...named })).toThrow('refuses stand-ins: VIMEO_API_URL');
    expect(() => parseConfig({ ...LOCAL, YOUTUBE_API_URL: 'http://localhost:1' })).toThrow(
      'YOUTUBE_API_URL has no effect without YOUTUBE_API_KEY.',
    );
  });

  it('uses servers for speech, languages and titles if they are set', () => {
    expect(Object.values(parseConfig({ ...LOCAL, CHAT_URL: '', SPEECH_API_KEY: ' ' }).engines)).toEqual(
      Array.from({ length: 5 }),
    );
    const { engines } = parseConfig({
      ...LOCAL,
      TRANSCRIBE_URL: 'https://api.openai.com/v1/',
      ELEVENLABS_API_KEY: ' sk-1 ',
      SPEECH_URL: 'http://localhost:8880/v1',
      SPEECH_VOICE_MALE: 'a',
      LIBRETRANSLATE_URL: 'http://localhost:5000',
      LIBRETRANSLATE_API_KEY: 'sk-2',
      CHAT_URL: 'http://localhost:11434/v1',
      CHAT_MODEL: 'm:8b',
    });
    expect(engines).toEqual({
      transcription: { url: 'https://api.openai.com/v1', apiKey: undefined, model: 'whisper-1' },
      elevenLabs: {
        url: 'https://api.elevenlabs.io',
        apiKey: 'sk-1',
        voices: { male: 'JBFqnCBsd6RMkjVDRZzb', female: 'EXAVITQu4vr4xnSDxMaL' },
      },
      speech: {
        url: 'http://localhost:8880/v1',
        apiKey: undefined,
        model: 'tts-1',
        voices: { male: 'a', female: 'nova' },
      },
      libreTranslate: { url: 'http://localhost:5000', apiKey: 'sk-2' },
      chat: { url: 'http://localhost:11434/v1', apiKey: undefined, model: 'm:8b' },
    });
  });

  it('refuses unusable servers without showing a key', () => {
    const refused = (env: Record<string, string>) => {
      try {
        parseConfig({ ...LOCAL, ...env });
      } catch (error) {
        return (error as Error).message;
      }
      return 'nothing refused';
    };
    expect(refused({ CHAT_URL: 'http://localhost/v1' })).toContain('CHAT_URL needs CHAT_MODEL');
    expect(refused({ SPEECH_API_KEY: 'sk-3' })).toContain('SPEECH_API_KEY has no effect without SPEECH_URL');
    expect(refused({ SPEECH_URL: 'localhost:8880' })).toContain('SPEECH_URL: must be an address');
    expect(refused({ TRANSCRIBE_URL: 'file:///etc' })).toContain('TRANSCRIBE_URL: must be an address');
    const named = refused({ LIBRETRANSLATE_URL: 'http://me:sk-4@localhost' });
    expect(named).toContain('LIBRETRANSLATE_URL: must not contain a name or password');
    const broken = refused({ ELEVENLABS_API_KEY: 'sk-5 and\nmore' });
    expect(broken).toContain('ELEVENLABS_API_KEY: must contain only ASCII characters without spaces');
    expect(named + broken).not.toContain('sk-');
  });

  it('names every invalid variable', () => {
    for (const name of ['DATABASE_URL', 'REDIS_URL', 'PORT', 'SECRET'])
      expect(() => parseConfig({ PORT: 'x', SECRET: 'short' })).toThrow(`\n  ${name}: `);
    expect(() => parseConfig({ ...LOCAL, WORKER_QUEUES: 'render,nothing' })).toThrow('nothing');
    expect(parseConfig({ ...LOCAL, WORKER_QUEUES: 'render, fetch' }).worker.queues).toEqual([
      'fetch',
      'render',
    ]);
  });

  it('requires a mail server and a sender together', () => {
    expect(parseConfig(LOCAL).mail).toBeNull();
    const mail = { SMTP_URL: 'smtp://localhost:2525', MAIL_FROM: 'Cutroom <films@example.com>' };
    expect(parseConfig({ ...LOCAL, ...mail }).mail).toEqual({ smtpUrl: mail.SMTP_URL, from: mail.MAIL_FROM });
    expect(() => parseConfig({ ...LOCAL, SMTP_URL: mail.SMTP_URL })).toThrow('go together');
    expect(() => parseConfig({ ...LOCAL, ...mail, SMTP_URL: 'http://localhost' })).toThrow('SMTP_URL');
    expect(() => parseConfig({ ...LOCAL, ...mail, MAIL_FROM: 'nobody' })).toThrow('MAIL_FROM must be');
  });

  it('lets links lead to the public internet, and to the configured hosts', () => {
    const links = (env: Record<string, string> = {}) => parseConfig({ ...LOCAL, ...env }).links;
    expect(links().rules).toEqual({ ports: [80, 443], hosts: [], aliases: [] });
    const LINK_HOSTS = 'Media.Example.com:8080, 10.0.0.5,[::1]:9000';
    expect(links({ LINK_PORTS: '80, 8443', LINK_HOSTS }).rules).toMatchObject({
      ports: [80, 8443],
      hosts: ['media.example.com:8080', '10.0.0.5:80', '10.0.0.5:443', '[::1]:9000'],
    });
    for (const wrong of ['http://x', 'x/y', 'me@x', '*', 'x:1:2', 'a,,b'])
      expect(() => links({ LINK_HOSTS: wrong })).toThrow('LINK_HOSTS must be hosts');
    for (const wrong of ['http', '0', '65536', '80;443'])
      expect(() => links({ LINK_PORTS: wrong })).toThrow('LINK_PORTS must be port numbers');
    const standIns = { STANDINS_URL: 'http://127.0.0.1:5000/', PUBLIC_URL: 'http://localhost:3000/' };
    expect(links(standIns).rules.aliases).toContainEqual({
      from: 'http://localhost:3000/standins/media/',
      to: 'http://127.0.0.1:5000/standins/media/',
    });
    expect(parseConfig({ ...PRODUCTION, ...standIns }).links.rules.aliases).toEqual([]);
  });

  it('takes a mail address for the contact, and only pages for terms and privacy', () => {
    const { footer } = parseConfig({ ...LOCAL, CONTACT_URL: 'mailto:films@example.com', TERMS_URL: ' ' });
    expect(footer).toEqual({ contact: 'mailto:films@example.com' });
    for (const name of ['TERMS_URL', 'PRIVACY_URL', 'CONTACT_URL'])
      expect(() => parseConfig({ ...LOCAL, [name]: 'javascript:alert(1)' })).toThrow(name);
  });
});
