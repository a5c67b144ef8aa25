import type { ReactElement } from 'react';
import { Square, Volume2 } from 'lucide-react';
import type { FoundMusic } from '#contract/found-music.ts';
import type { MusicTerm } from '#contract/music-moods.ts';
import { Button } from '../../../components/ui/controls/Button.tsx';
import { Spinner } from '../../../components/ui/display/Spinner.tsx';
import { minutesSeconds } from '../../../lib/format.ts';
import type { FetchMusic } from './use-fetch-music.ts';
import { keyOf } from './use-music-search.ts';
import type { TrackAudition } from './use-track-audition.ts';

const TERM_NAMES: Record<MusicTerm, string> = {
  sharealike: 'Share your film under the same licence',
};

interface FoundTrackProps {
  track: FoundMusic;
  audition: TrackAudition;
  fetching: FetchMusic;
}

/** A found track: title, artist and licence, with buttons to play and to add it. */
export function FoundTrack({ track, audition, fetching }: FoundTrackProps): ReactElement {
  const { title, artist, duration, license, page, sourceName } = track;
  const key = keyOf(track);
  const isPlaying = audition.current === key;
  const isAdding = fetching.adding === key;
  const { problem } = fetching;
  return (
    <li className="border-line flex flex-wrap items-center gap-x-3 gap-y-2 border-b py-3 last:border-b-0">
      <div className="min-w-0 flex-1 basis-52 space-y-0.5">
        <p className="font-medium break-words">{title}</p>
        <p className="text-muted text-xs break-words">
          {artist}
          {duration > 0 ? <span className="tabular-nums"> · {minutesSeconds(duration)}</span> : null}
          {' · '}
          <OutsideLink href={page} name={`“${title}” on ${sourceName}`}>
            {sourceName}
          </OutsideLink>
        </p>
        <p className="text-muted text-xs">
          <OutsideLink href={license.url} name={`Licence ${license.name}`}>
            {license.name}
          </OutsideLink>
          {license.terms.map((term) => (
            <span key={term} className="text-warn">
              {' · '}
              {TERM_NAMES[term]}
            </span>
          ))}
        </p>
      </div>
      <div className="flex gap-2">
        <Button
          size="sm"
          aria-label={`${isPlaying ? 'Stop' : 'Listen to'} “${title}”`}
          onClick={() => audition.press(track)}
        >
          {isPlaying && audition.loading ? (
            <Spinner />
          ) : isPlaying ? (
            <Square aria-hidden size={16} />
          ) : (
            <Volume2 aria-hidden size={16} />
          )}
          {isPlaying ? 'Stop' : 'Listen'}
        </Button>
        {isAdding ? (
          <Button size="sm" aria-label={`Cancel adding “${title}”`} onClick={fetching.cancel}>
            <Spinner /> Cancel
          </Button>
        ) : (
          <Button
            size="sm"
            look="primary"
            inactive={fetching.adding !== null}
            aria-label={`Use “${title}”`}
            onClick={() => fetching.add(track)}
          >
            Use
          </Button>
        )}
      </div>
      {isAdding ? (
        <p className="text-muted basis-full text-xs tabular-nums">{addingWords(fetching.percentage)}</p>
      ) : null}
      {problem?.key === key ? (
        <p role="alert" className="text-danger basis-full text-xs">
          {problem.text}
        </p>
      ) : null}
    </li>
  );
}

function addingWords(percentage: number | null): string {
  if (percentage === 100) return 'Checking the music…';
  return percentage === null ? 'Downloading the music…' : `Downloading the music… ${percentage}%`;
}

function OutsideLink({
  href,
  name,
  children,
}: {
  href: string;
  name: string;
  children: string;
}): ReactElement {
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={`${name} (opens a new tab)`}
      className="hover:text-fg underline underline-offset-2"
    >
      {children}
    </a>
  );
}
