import { extname } from 'node:path';
import { cleanName } from './clean.ts';
import type { TimelineMedia } from './formats/timeline.ts';

/** A file before the timeline has named it. */
export interface NamelessMedia extends Omit<TimelineMedia, 'reel' | 'fileName'> {
  sha256: string;
  /** The creator's file name of an upload or footage; `null` for a video from another site. */
  uploaded: string | null;
  /** A video's ID at its source. */
  sourceId: string | null;
}

/** The extensions that a name may have. */
const EXTENSION = /^\.[a-z0-9]{1,5}$/i;
const USUAL = { video: '.mp4', image: '.jpg', audio: '.mp3' };

/**
 * Gives each file a reel and a unique name, in this order: an upload its original file name, any other its
 * title and its ID at its source.
 * @param items what each section shows, and the music; `null` for a title card, or no music
 */
export function nameMedia(items: readonly (NamelessMedia | null)[]): {
  all: TimelineMedia[];
  of: (TimelineMedia | null)[];
} {
  const byKey = new Map<string, TimelineMedia>();
  const usedNames = new Set<string>();
  const of = items.map((media) => {
    if (media === null) return null;
    const { sha256, uploaded, sourceId, ...facts } = media;
    // The same file from two sources has both names.
    const key = `${sha256} ${uploaded ?? ''} ${sourceId ?? ''}`;
    const before = byKey.get(key);
    if (before) return before;
    const reel = `M${String(byKey.size + 1).padStart(3, '0')}`;
    const fileName = freeName(media, usedNames, reel);
    usedNames.add(fileName.toLowerCase());
    const named = { ...facts, reel, fileName };
    byKey.set(key, named);
    return named;
  });
  return { all: [...byKey.values()], of };
}

function freeName({ kind, uploaded, sourceId, title }: NamelessMedia, usedNames: Set<string>, reel: string) {
  const own = uploaded === null ? '' : extname(uploaded);
  const extension = EXTENSION.test(own) ? own : USUAL[kind];
  const stem = cleanName(uploaded === null ? title : uploaded.slice(0, uploaded.length - own.length)) || reel;
  const id = uploaded === null && sourceId !== null ? ` [${cleanName(sourceId)}]` : '';
  const name = `${stem}${id}${extension}`;
  return usedNames.has(name.toLowerCase()) ? `${stem} ${reel}${extension}` : name;
}
