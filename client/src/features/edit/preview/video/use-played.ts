import { useLayoutEffect, useRef, useState } from 'react';
import type { Section } from '#contract/sections.ts';
import type { Clock } from '../../../../components/player/clock.ts';

/** Returns the folder of a video's files, which contains both its own file and its proxy. */
const folderOf = (url: string): string => url.slice(0, url.lastIndexOf('/'));
const isOriginal = (url: string): boolean => url.endsWith('/original');

/**
 * Returns the file that a section's preview plays; `null` if it has no file. When a proxy replaces the
 * video's own file, playing continues at the same position. `onFail` stops using a file that this browser
 * cannot play.
 */
export function usePlayed(
  { id, media, preview }: Section,
  clock: Clock,
): { url: string | null; onFail: () => void } {
  const [failed, setFailed] = useState<string | null>(null);
  const file = media === 'video' ? (preview?.videoUrl ?? null) : null;
  const url = file === failed ? null : file;
  const before = useRef({ id, url });
  // This runs before the effects of the player, which starts each new file at the clock's time.
  useLayoutEffect(() => {
    const last = before.current;
    before.current = { id, url };
    if (last.id !== id || !last.url || !url || last.url === url || folderOf(last.url) !== folderOf(url))
      return;
    const { time, playing } = clock.getState();
    clock.setState({ next: { time, play: playing } });
  }, [id, url, clock]);
  const onFail = (): void => {
    if (url && isOriginal(url)) setFailed(url);
  };
  return { url, onFail };
}
