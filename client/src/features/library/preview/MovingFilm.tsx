import { useState, type ReactElement } from 'react';
import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import * as calls from '#contract/calls/index.ts';
import { reading } from '../../../lib/api/queries.ts';
import type { FilmRef } from '../../../lib/film/film-link.ts';

/** Plays a card's film without audio over its still, once it can play. */
export function MovingFilm({ projectId, language }: FilmRef): ReactElement | null {
  const { data } = useQuery(reading(calls.readVideoLink, { params: { id: projectId }, query: { language } }));
  const [playing, setPlaying] = useState(false);
  if (!data) return null;
  return (
    <video
      aria-hidden
      muted
      autoPlay
      loop
      playsInline
      src={data.finalVideoLink}
      onPlaying={() => setPlaying(true)}
      className={clsx('absolute inset-0 size-full object-cover', !playing && 'opacity-0')}
    />
  );
}
