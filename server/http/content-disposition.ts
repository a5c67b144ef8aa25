/** Marks that reverse the direction of the following text: "exe.gpj" must not look like "jpg.exe". */
const TURNING = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g;

/**
 * Returns a header by RFC 6266: a plain name for old clients and the real one in UTF-8, without characters
 * that could end the header.
 */
export function contentDisposition(name: string, how: 'inline' | 'attachment' = 'inline'): string {
  const turned = name.replaceAll(TURNING, '');
  // eslint-disable-next-line no-control-regex
  const clean = turned.replaceAll(/[\u0000-\u001f\u007f/\\]/g, ' ').trim();
  const letters = clean
    .normalize('NFKD')
    .replaceAll(/[^\u0020-\u007e]/g, '')
    .replaceAll(/["%;]/g, '')
    .trim();
  const ascii = letters.startsWith('.') ? `film${letters}` : letters || 'video.mp4';
  const encoded = encodeURIComponent(clean).replaceAll(
    /['()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${how}; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
