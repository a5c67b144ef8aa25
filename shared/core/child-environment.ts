/** What a program needs of our own variables: where programs, files and fonts are, and which language and time it has. */
export const PASSED_ON = [
  'PATH',
  'HOME',
  'LANG',
  'LC_ALL',
  'TMPDIR',
  'TZ',
  'LD_LIBRARY_PATH',
  'DYLD_LIBRARY_PATH',
  'FONTCONFIG_FILE',
  'FONTCONFIG_PATH',
] as const;

/**
 * The environment of a program that works on media, texts or addresses of others: none of our secrets, no proxy, no
 * settings of whoever started us.
 * @param own what this program gets besides, or instead
 */
export function childEnvironment(own: Record<string, string | undefined> = {}): Record<string, string> {
  const all = { ...Object.fromEntries(PASSED_ON.map((name) => [name, process.env[name]])), ...own };
  return Object.fromEntries(
    Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}
