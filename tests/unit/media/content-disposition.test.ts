import { describe, expect, it } from 'vitest';
import { contentDisposition } from '../../../server/http/content-disposition.ts';

describe('contentDisposition', () => {
  it.each([
    'Ünï film.mp4',
    'a"b;c.mp4',
    'line\r\nSet-Cookie: x.mp4',
    '../../etc/passwd',
    'বাংলা.mp4',
    '🎬.mp4',
  ])('names %j without ending the header', (name) => {
    const header = contentDisposition(name);
    expect(header).toMatch(/^inline; filename="[ !#-~]*"; filename\*=UTF-8''[\w.!~%-]+$/);
  });

  // product 14.10
  it('never reverses a part of a name, and preserves its extension if no other letter is Latin', () => {
    expect(contentDisposition('a\u202Egpj.exe', 'attachment')).toBe(
      `attachment; filename="agpj.exe"; filename*=UTF-8''agpj.exe`,
    );
    expect(contentDisposition('নদী.otio')).toContain('filename="film.otio"');
  });

  it('preserves the real name in UTF-8', () => {
    const encoded = contentDisposition('বাংলা film.mp4').split("UTF-8''")[1]!;
    expect(decodeURIComponent(encoded)).toBe('বাংলা film.mp4');
  });
});
