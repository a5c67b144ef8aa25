/**
 * Parses a URL. Returns `undefined` for an invalid one.
 *
 * Not `URL.canParse`: once V8 has optimised its caller, Node 20 reads the bytes of a Latin-1 string as UTF-8
 * and accepts URLs that `new URL` then refuses.
 */
export function parseUrl(text: string, base?: URL): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}
