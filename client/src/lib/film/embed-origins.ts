import { SITE_ORIGIN } from '#contract/limits.ts';

/** Sites that may embed a film, by their origins. */
interface Sites {
  /** Without duplicates, in order. */
  origins: string[];
  /** The first line that is no address of a site; `null` if all lines are addresses. */
  invalid: string | null;
}

/** Reads the addresses of sites, one in each line. The scheme may be missing, and a path is ignored. */
export function readSites(text: string): Sites {
  const origins = new Set<string>();
  for (const line of text.split('\n').map((typed) => typed.trim())) {
    if (line === '') continue;
    const origin = originOf(line);
    if (origin === null) return { origins: [...origins], invalid: line };
    origins.add(origin);
  }
  return { origins: [...origins], invalid: null };
}

function originOf(typed: string): string | null {
  try {
    const { origin } = new URL(/^[a-z][a-z0-9+.-]*:\/\//i.test(typed) ? typed : `https://${typed}`);
    // Some browsers accept spaces and other signs in names of hosts.
    return SITE_ORIGIN.test(origin) ? origin : null;
  } catch {
    return null;
  }
}
