/** RFC 6266: a plain name for old clients and the true one in UTF-8, with nothing that could end the header. */
export function contentDisposition(name: string): string {
  // eslint-disable-next-line no-control-regex
  const clean = name.replaceAll(/[\u0000-\u001f\u007f/\\]/g, ' ').trim();
  const ascii =
    clean
      .normalize('NFKD')
      .replaceAll(/[^\u0020-\u007e]/g, '')
      .replaceAll(/["%;]/g, '')
      .trim() || 'video.mp4';
  const encoded = encodeURIComponent(clean).replaceAll(
    /['()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `inline; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
