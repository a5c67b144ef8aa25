import type { ReactElement } from 'react';
import { MUSIC_MOODS } from '#contract/music-moods.ts';
import { Button } from '../../../components/ui/controls/Button.tsx';
import { SearchField } from '../../../components/ui/controls/SearchField.tsx';
import { Spinner } from '../../../components/ui/display/Spinner.tsx';
import { Notice } from '../../../components/ui/messages/Notice.tsx';
import { MOOD_NAMES } from '../../../lib/film/mood-names.ts';
import { plural } from '../../../lib/format.ts';
import { FoundTrack } from './FoundTrack.tsx';
import type { FetchMusic } from './use-fetch-music.ts';
import { keyOf, type MusicSearch as Search } from './use-music-search.ts';
import { useTrackAudition } from './use-track-audition.ts';

/** The search for free music and its results. The form of its dialog submits the search. */
export function MusicSearch({ search, fetching }: { search: Search; fetching: FetchMusic }): ReactElement {
  const { text, setText, mood, chooseMood, tracks, errors, canRetry, failed, loading, more } = search;
  const audition = useTrackAudition();
  return (
    <div className="space-y-3">
      <div className="flex gap-2">
        <SearchField
          label="Search free music"
          placeholder="Style, instrument or title"
          value={text}
          onChange={setText}
          className="basis-0"
        />
        <Button type="submit" size="field">
          Search
        </Button>
      </div>
      <fieldset aria-label="Mood" className="flex flex-wrap gap-1.5">
        {MUSIC_MOODS.map((name) => (
          <Button
            key={name}
            size="sm"
            aria-pressed={mood === name}
            className="aria-pressed:border-accent aria-pressed:bg-accent-soft rounded-full"
            onClick={() => chooseMood(name)}
          >
            {MOOD_NAMES[name]}
          </Button>
        ))}
      </fieldset>
      {failed === null && errors.length === 0 ? null : (
        <Notice
          tone={failed === null ? 'warn' : 'danger'}
          urgent={failed !== null}
          action={
            canRetry ? (
              <Button size="sm" onClick={search.retry}>
                Try Again
              </Button>
            ) : undefined
          }
        >
          {failed ?? errors.join(' ')}
        </Notice>
      )}
      <output className="text-muted flex min-h-5 items-center gap-2 text-xs">
        {loading ? <Spinner /> : null}
        {statusOf(search)}
      </output>
      {tracks.length > 0 ? (
        <ul aria-label="Music found">
          {tracks.map((track) => (
            <FoundTrack key={keyOf(track)} track={track} audition={audition} fetching={fetching} />
          ))}
        </ul>
      ) : null}
      {more && tracks.length > 0 ? (
        <Button size="sm" inactive={loading} onClick={search.loadMore}>
          Show more
        </Button>
      ) : null}
    </div>
  );
}

function statusOf({ hasQuery, loading, tracks, failed, errors }: Search): string {
  if (!hasQuery) return 'Search by words or pick a mood. We fill in the credit for you.';
  if (loading) return 'Searching…';
  if (tracks.length > 0) return `${tracks.length} ${plural(tracks.length, 'track')} found`;
  return failed === null && errors.length === 0 ? 'No music found. Try other words or another mood.' : '';
}
