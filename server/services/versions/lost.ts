import type { SectionDifference } from '#contract/versions.ts';
import type { StoredMusic } from '#core/repositories/media/music.ts';
import type { HeldMedia, VersionSection } from '#core/repositories/versions/film-versions.ts';

type Media = Pick<VersionSection, 'videoId'> & {
  state: Pick<VersionSection['state'], 'objectId' | 'fetchKey'>;
};

/**
 * Returns the fetched file that a section of a version would play now; `null` for a title card, or if it no
 * longer exists.
 */
export function heldFile({ videoId, state }: Media, held: HeldMedia): string | null {
  const { objectId, fetchKey } = state;
  if (fetchKey !== null && held.fetched.has(fetchKey)) return fetchKey;
  if (objectId !== null) return held.uploads.get(objectId) ?? null;
  return videoId === null ? null : (held.videos.get(videoId) ?? null);
}

/** Returns why a section of a version cannot be restored as it was; `null` if it can. */
export function lostReason(section: Media, held: HeldMedia): SectionDifference['lost'] {
  const { videoId, state } = section;
  if (videoId !== null && !held.videos.has(videoId)) return 'video';
  if (state.objectId !== null) {
    return held.uploads.has(state.objectId) && heldFile(section, held) !== null ? null : 'upload';
  }
  return videoId === null || heldFile(section, held) !== null ? null : 'video';
}

/** Whether the file of a version's music no longer exists. */
export const isMusicLost = ({ objectId, fetchKey }: StoredMusic, held: HeldMedia): boolean =>
  !held.uploads.has(objectId) || !held.fetched.has(fetchKey);
