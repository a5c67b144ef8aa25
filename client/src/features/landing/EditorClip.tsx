import { useEffect, useRef, useState, type ReactElement } from 'react';
import { Pause, Play } from 'lucide-react';
import { useMediaQuery } from '../../hooks/use-media-query.ts';
import { useUser } from '../../hooks/use-user.ts';

interface EditorClipProps {
  /** The name of the recording and of its poster, without their extensions. */
  file: string;
  /** Describes what the recording shows. */
  label: string;
}

/**
 * A recording of the editor without sound (see client/README.md). It plays while most of it is in view. Visitors who
 * prefer reduced motion see its poster until they press Play.
 */
export function EditorClip({ file, label }: EditorClipProps): ReactElement {
  const clip = useRef<HTMLVideoElement>(null);
  const isStill = useMediaQuery('(prefers-reduced-motion: reduce)');
  const [chosen, setChosen] = useState<boolean | null>(null);
  const plays = chosen ?? !isStill;
  // Users see this page for a moment, until they are known: the file is not for them.
  const isVisitor = useUser() === null;
  useEffect(() => {
    const video = clip.current;
    if (!isVisitor || !plays || !video) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.at(-1)!.isIntersecting) video.pause();
        else video.play().catch((error: Error) => error.name === 'NotAllowedError' && setChosen(false));
      },
      { threshold: 0.6 },
    );
    observer.observe(video);
    return () => {
      observer.disconnect();
      video.pause();
    };
  }, [isVisitor, plays]);
  const Icon = plays ? Pause : Play;
  return (
    <div className="relative">
      <video
        ref={clip}
        muted
        loop
        playsInline
        preload="none"
        width={800}
        height={500}
        poster={`/${file}.webp`}
        src={`/${file}.mp4`}
        aria-label={label}
        // The border makes the box a little wider than the recording.
        className="border-line bg-stage shadow-float h-auto w-full rounded-lg border object-cover"
      />
      <button
        type="button"
        aria-label={`${plays ? 'Pause' : 'Play'}: ${label}`}
        onClick={() => setChosen(!plays)}
        className="absolute right-3 bottom-3 grid size-8 place-items-center rounded-full bg-black/70 text-white hover:bg-black"
      >
        <Icon aria-hidden size={16} />
      </button>
    </div>
  );
}
