import { describe, expect, it } from 'vitest';
import { createSigner } from '#core/storage/signing.ts';

const SECRET = 'a-secret-of-thirty-two-letters-or-more';
const project = { id: 'a-project', linksVersion: 3 };
const file = { artifactKey: 'ab'.repeat(32), file: 'film.mp4', name: 'Ünï & "film".mp4' };

function queryOf(link: string) {
  const params = new URL(link, 'http://localhost').searchParams;
  const get = (name: string) => params.get(name)!;
  const [k, f, n, p, a, s] = ['k', 'f', 'n', 'p', 'a', 's'].map(get) as [
    string,
    string,
    string,
    string,
    string,
    string,
  ];
  return { k, f, n, p, a, s, v: Number(get('v')), e: Number(get('e')) };
}

describe('signed links', () => {
  let now = 1_000_000_000_000;
  const signer = createSigner(SECRET, () => now);
  const sign = () => signer.of('a-session').sign(project, file, 60);
  const signed = { ...file, sessionId: 'a-session', projectId: 'a-project', version: 3 };

  it('return what was signed, until they expire', () => {
    const query = queryOf(sign());
    expect(signer.verify(query)).toMatchObject(signed);
    now += 59_999;
    expect(signer.verify(query)).toMatchObject(signed);
    now += 1;
    expect(signer.verify(query)).toBe('expired');
  });

  it('signed links are refused if any part was changed', () => {
    const query = queryOf(sign());
    expect(signer.verify({ ...query, k: 'cd'.repeat(32) })).toBe('forged');
    expect(signer.verify({ ...query, f: 'section.mov' })).toBe('forged');
    expect(signer.verify({ ...query, n: 'other.mp4' })).toBe('forged');
    expect(signer.verify({ ...query, e: query.e + 1 })).toBe('forged');
    expect(signer.verify({ ...query, p: 'another' })).toBe('forged');
    expect(signer.verify({ ...query, a: 'another' })).toBe('forged');
    expect(signer.verify({ ...query, v: 4 })).toBe('forged');
    for (let i = 0; i < query.s.length; i += 1) {
      const flipped = query.s[i] === 'A' ? 'B' : 'A';
      const s = query.s.slice(0, i) + flipped + query.s.slice(i + 1);
      // The last letter of base64url has unused bits: only changes of the decoded bytes count.
      if (Buffer.from(s, 'base64url').equals(Buffer.from(query.s, 'base64url'))) continue;
      expect(signer.verify({ ...query, s })).toBe('forged');
    }
    expect(signer.verify({ ...query, s: '' })).toBe('forged');
  });

  it('signed links are refused under another secret', () => {
    expect(createSigner(`${SECRET}!`).verify(queryOf(sign()))).toBe('forged');
  });
});
