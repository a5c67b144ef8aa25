import { useEffect, useState, type RefObject } from 'react';

/** iPhones show only videos in full screen, by an API of their own. */
type PhoneVideo = HTMLVideoElement & { webkitEnterFullscreen?: () => void };

/** Returns whether the frame is in full screen, and functions to enter and leave it. */
export function useFullscreen(
  frame: RefObject<HTMLElement | null>,
  video: RefObject<HTMLVideoElement | null>,
): [boolean, () => void] {
  const [full, setFull] = useState(false);
  useEffect(() => {
    // Escape leaves full screen too.
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
