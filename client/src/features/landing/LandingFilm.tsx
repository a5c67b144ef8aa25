import { useEffect, useRef, type ReactElement } from 'react';
import { useUser } from '../../hooks/use-user.ts';

/**
 * A film that this product made of its sample library (see client/README.md). It plays by itself, muted and repeated,
 * unless the visitor prefers reduced motion.
 */
export function LandingFilm(): ReactElement {
  const film = useRef<HTMLVideoElement>(null);
  // Users see this page for a moment, until they are known: the file is not for them.
  const isVisitor = useUser() === null;
  useEffect(() => {
    const video = film.current;
    if (!isVisitor || !video || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    video.muted = true;
    video.loop = true;
    // If the browser refuses, the controls remain.
    video.play().catch(() => undefined);
  }, [isVisitor]);
  return (
    <figure>
      <video
        ref={film}
        controls
        playsInline
        preload="metadata"
        width={640}
        height={360}
        poster="/landing-film.webp"
        src="/landing-film.mp4"
        aria-label="Five small stories, a film made with Cutroom"
        // The border makes the box a little wider than the film.
        className="border-line bg-stage shadow-float aspect-video h-auto w-full rounded-lg border object-cover"
      >
        <track kind="captions" srcLang="en" label="English" src="/landing-film.vtt" />
      </video>
      <figcaption className="text-muted mt-3 text-sm">
        A film made with Cutroom: five videos, cut at their sentences, joined by crossfades.
      </figcaption>
    </figure>
  );
}
