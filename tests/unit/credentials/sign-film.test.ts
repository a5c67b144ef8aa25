import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import manifest from '../../../package.json' with { type: 'json' };
import type { FilmClaim } from '../../../worker/credentials/claim.ts';
import { CredentialsError, readIdentity } from '../../../worker/credentials/identity.ts';
import { signFilm } from '../../../worker/credentials/sign-film.ts';
import { makeCertificate } from '../../helpers/credentials/make-certificate.ts';
import { readCredentials } from '../../helpers/credentials/read-credentials.ts';

const folder = await mkdtemp(join(tmpdir(), 'cutroom-signed-'));
afterAll(() => rm(folder, { recursive: true }));
const identity = (await readIdentity(await makeCertificate()))!;

const MEDIA = Buffer.from('the first chunk, then the second');
const CHUNKS = [0, 16];
const CLAIM: FilmClaim = {
  title: 'Rivers "of" the world नदी',
  ingredients: [
    {
      title: 'A river',
      format: 'video/webm',
      description: 'By River Films, CC BY 4.0',
      url: 'https://example.org/river',
    },
    { title: 'A lake', description: 'By Lakes' },
  ],
  isNarrated: true,
};

const box = (type: string, ...contents: Buffer[]) => {
  const content = Buffer.concat(contents);
  const header = Buffer.alloc(8);
  header.writeUInt32BE(8 + content.length);
  header.write(type, 4, 'latin1');
  return Buffer.concat([header, content]);
};
const numbers = (width: 4 | 8, ...values: number[]) =>
  Buffer.concat(
    values.map((value) => {
      const bytes = Buffer.alloc(width);
      if (width === 4) bytes.writeUInt32BE(value);
      else bytes.writeBigUInt64BE(BigInt(value));
      return bytes;
    }),
  );

/** Writes a film of two tracks, with short and long positions of their media. */
async function writeFilm(name: string, { farther = 0 } = {}): Promise<string> {
  const track = (table: Buffer) => box('trak', box('mdia', box('minf', box('stbl', table))));
  const build = (at: number) =>
    Buffer.concat([
      box('ftyp', Buffer.from('isom\0\0\x02\0isom')),
      box(
        'moov',
        track(box('stco', numbers(4, 0, 2, ...CHUNKS.map((chunk) => at + chunk + farther)))),
        track(box('co64', numbers(4, 0, 2), numbers(8, ...CHUNKS.map((chunk) => at + chunk)))),
      ),
      box('free'),
      box('mdat', MEDIA),
    ]);
  const path = join(folder, name);
  await writeFile(path, build(build(0).indexOf(MEDIA)));
  return path;
}

/** Returns what the positions in both tables of a film lead to. */
async function chunksOf(path: string): Promise<string[]> {
  const film = await readFile(path);
  const [short, long] = ['stco', 'co64'].map((type) => film.indexOf(type) + 12);
  const at = CHUNKS.flatMap((_, i) => [
    film.readUInt32BE(short! + 4 * i),
    Number(film.readBigUInt64BE(long! + 8 * i)),
  ]);
  return at.map((position) => film.toString('latin1', position, position + 6));
}

describe('signFilm', () => {
  // product 20.19
  it('adds credentials that name the film, its sources and the synthetic voice', async () => {
    const path = await writeFilm('named.mp4');
    const bytes = await signFilm(path, CLAIM, { identity });
    expect((await readFile(path)).length).toBe(bytes);
    const { codes, ...read } = (await readCredentials(path))!;
    expect(codes).toContain('assertion.bmffHash.match');
    expect(read).toEqual({
      isValid: true,
      title: CLAIM.title,
      generator: ['Cutroom', manifest.version],
      ingredients: CLAIM.ingredients.map(({ title, format, description, url }) => ({
        title,
        format,
        description,
        url,
        relationship: 'componentOf',
      })),
      actions: [
        ['c2pa.created', 'compositeSynthetic'],
        ['c2pa.placed', undefined],
        ['c2pa.placed', undefined],
        ['c2pa.dubbed', undefined],
      ],
    });
  });

  it('names no synthetic voice and no source of a film without them', async () => {
    const path = await writeFilm('plain.mp4');
    await signFilm(path, { title: 'Plain', ingredients: [], isNarrated: false }, { identity });
    expect(await readCredentials(path)).toMatchObject({
      isValid: true,
      ingredients: [],
      actions: [['c2pa.created', 'composite']],
    });
  });

  it('moves the positions of all media by the size of the credentials', async () => {
    const path = await writeFilm('moved.mp4');
    const before = await chunksOf(path);
    await signFilm(path, CLAIM, { identity });
    expect(before).toEqual(['the fi', 'the fi', ' then ', ' then ']);
    expect(await chunksOf(path)).toEqual(before);
  });

  it('makes every changed byte of the index and the media visible', async () => {
    const path = await writeFilm('whole.mp4');
    await signFilm(path, CLAIM, { identity });
    const film = await readFile(path);
    const changed = join(folder, 'changed.mp4');
    for (const at of [film.indexOf('stco') + 15, film.indexOf(MEDIA), film.length - 1]) {
      const bytes = Buffer.from(film);
      bytes[at]! ^= 1;
      await writeFile(changed, bytes);
      const read = await readCredentials(changed);
      expect(read).toMatchObject({ isValid: false });
      expect(read!.codes).toContain('assertion.bmffHash.mismatch');
    }
  });

  it.each([
    ['P-384', { name: 'ECDSA', namedCurve: 'P-384' }],
    ['Ed25519', { name: 'Ed25519' as const }],
    [
      'RSA',
      {
        name: 'RSASSA-PKCS1-v1_5',
        modulusLength: 2048,
        publicExponent: new Uint8Array([1, 0, 1]),
        hash: 'SHA-256',
      },
    ],
  ])('signs with a key of %s', async (name, algorithm) => {
    const path = await writeFilm(`${name}.mp4`);
    await signFilm(path, CLAIM, { identity: (await readIdentity(await makeCertificate({ algorithm })))! });
    expect(await readCredentials(path)).toMatchObject({ isValid: true });
  });

  it.each([
    ['has a position that does not fit its table', () => writeFilm('far.mp4', { farther: 2 ** 32 - 1000 })],
    [
      'ends within a box',
      async () => {
        const path = await writeFilm('cut.mp4');
        await writeFile(path, (await readFile(path)).subarray(0, -5));
        return path;
      },
    ],
  ])('leaves a film unchanged that %s', async (_, make) => {
    const path = await make();
    const before = await readFile(path);
    await expect(signFilm(path, CLAIM, { identity })).rejects.toThrow(CredentialsError);
    expect(await readFile(path)).toEqual(before);
  });

  it('passes on a cancellation, which is no reason for a film without credentials', async () => {
    const path = await writeFilm('cancelled.mp4');
    const signal = AbortSignal.abort(new Error('cancelled'));
    await expect(signFilm(path, CLAIM, { identity, signal })).rejects.toMatchObject({ name: 'AbortError' });
  });
});
