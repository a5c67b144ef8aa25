import { useEffect, useState, type RefObject } from 'react';

/** An iPhone fills its screen with nothing but videos, and calls that by a name of its own. */
type PhoneVideo = HTMLVideoElement & { webkitEnterFullscreen?: () => void };

/** Whether the frame fills the screen, and what begins and ends that. */
export function useFullscreen(
  frame: RefObject<HTMLElement | null>,
  video: RefObject<HTMLVideoElement | null>,
): [boolean, () => void] {
  const [full, setFull] = useState(false);
  useEffect(() => {
    // Escape ends it too.
    const changed = (): void => setFull(document.fullscreenElement === frame.current);
    document.addEventListener('fullscreenchange', changed);
    return () => document.removeEventListener('fullscreenchange', changed);
  }, [frame]);
  const toggle = (): void => {
    if (document.fullscreenElement) void document.exitFullscreen();
    else if (document.fullscreenEnabled) void frame.current?.requestFullscreen();
    else (video.current as PhoneVideo | null)?.webkitEnterFullscreen?.();
  };
  return [full, toggle];
}
