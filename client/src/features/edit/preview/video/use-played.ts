import { useLayoutEffect, useRef, useState } from 'react';
import type { Section } from '#contract/sections.ts';
import type { Clock } from '../../../../components/player/clock.ts';

/** The folder of a video's files: its proxy's and its own are in the same one. */
const folderOf = (url: string): string => url.slice(0, url.lastIndexOf('/'));
const isOriginal = (url: string): boolean => url.endsWith('/original');

/**
 * The file that a section's preview plays; `null` if it has no file. When a video's proxy replaces its own
 * file, playing continues from the same second. `onFail` ends the use of a video's own file that this browser
 * does not play.
 */
export function usePlayed(
  { id, media, preview }: Section,
  clock: Clock,
): { url: string | null; onFail: () => void } {
  const [failed, setFailed] = useState<string | null>(null);
  const file = media === 'video' ? (preview?.videoUrl ?? null) : null;
  const url = file === failed ? null : file;
  const before = useRef({ id, url });
  // Before the effects of the player, which starts each new file as the clock says.
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
