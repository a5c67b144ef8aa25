import type { FoundMusic } from '#contract/found-music.ts';
import type { MusicTerm } from '#contract/music-moods.ts';

export type MusicLicense = FoundMusic['license'];

const ADDRESS =
  /^https?:\/\/(?:www\.)?creativecommons\.org\/(licenses|publicdomain)\/([a-z+-]{1,30})(?:\/(\d\.\d))?(?:\/|$)/;
/**
 * Without "nd", since music under a film is an adaptation, and without "nc", since a film may become
 * commercial long after its music was chosen.
 */
const LICENSES: Record<string, MusicTerm[]> = { by: [], 'by-sa': ['sharealike'] };

/**
 * Returns the Creative Commons licence at a URL; `null` if it is unknown, or does not allow use in every
 * film.
 */
export function licenseOf(url: string): MusicLicense | null {
  const [, kind, code = '', version] = ADDRESS.exec(url.trim().toLowerCase()) ?? [];
  if (kind === 'publicdomain') {
    if (code !== 'zero' && code !== 'mark') return null;
    return free(code === 'zero' ? 'CC0' : 'Public Domain', `publicdomain/${code}/1.0/`);
  }
  // The dedication that preceded CC0.
  if (code === 'publicdomain') return free('Public Domain', 'licenses/publicdomain/');
  const terms = Object.hasOwn(LICENSES, code) ? LICENSES[code] : undefined;
  if (kind === undefined || version === undefined || terms === undefined) return null;
  return {
    name: `CC ${code.toUpperCase()} ${version}`,
    url: `https://creativecommons.org/licenses/${code}/${version}/`,
    terms,
  };
}

const free = (name: string, path: string): MusicLicense => ({
  name,
  url: `https://creativecommons.org/${path}`,
  terms: [],
});
