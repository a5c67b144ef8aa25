import type { ReactElement } from 'react';

/** A film that this product made of its sample library; CONTRIBUTING.md tells how. */
export function LandingFilm(): ReactElement {
  return (
    <figure>
      <video
        controls
        playsInline
        preload="metadata"
        width={640}
        height={360}
        poster="/landing-film.webp"
        src="/landing-film.mp4"
        aria-label="Five small stories, a film made with Cutroom"
        className="border-line bg-stage shadow-float aspect-video h-auto w-full rounded-lg border"
      >
        <track kind="captions" srcLang="en" label="English" src="/landing-film.vtt" />
      </video>
      <figcaption className="text-muted mt-3 text-sm">
        A film made with Cutroom: five videos, cut at their sentences, joined by crossfades.
      </figcaption>
    </figure>
  );
}
