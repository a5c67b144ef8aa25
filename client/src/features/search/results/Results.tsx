import { useEffect, useMemo, type ReactElement } from 'react';
import { Search } from 'lucide-react';
import type { Video } from '#contract/videos.ts';
import { Button } from '../../../components/ui/controls/Button.tsx';
import { EmptyState } from '../../../components/ui/messages/EmptyState.tsx';
import { Notice } from '../../../components/ui/messages/Notice.tsx';
import { Spinner } from '../../../components/ui/display/Spinner.tsx';
import { announce } from '../../../lib/announce.ts';
import { plural } from '../../../lib/format.ts';
import type { SearchPlace } from '../../../lib/selection/last-search.ts';
import type { ManualVideo } from '../../../lib/selection/manual-videos.ts';
import { CardSkeletons } from './CardSkeletons.tsx';
import { EndOfResults, FailedSources, NothingFound, SearchFailed } from './ResultStates.tsx';
import { SampleTopics } from './SampleTopics.tsx';
import { useScrollRestoration } from './use-scroll-restoration.ts';
import { useResultsGrid } from './use-results-grid.ts';
import type { SearchResults } from './use-search.ts';

interface ResultsProps {
  search: SearchPlace;
  results: SearchResults;
  /** `false` while pages named by the URL are still loading. */
  settled: boolean;
  /** Videos that the creator added. */
  added: ManualVideo[];
  selected: Video[];
  litId: string | null;
  onToggle: (video: Video, range: boolean) => void;
  onMakeFilm: () => void;
}

/** Everything below the search box, in each of its states. Added videos are shown in all of them. */
export function Results({
  search,
  results,
  settled,
  added,
  selected,
  litId,
  onToggle,
  onMakeFilm,
}: ResultsProps): ReactElement {
  const { videos, pending, failed, loadMore } = results;
  const selectedIds = useMemo(() => new Set(selected.map(({ id }) => id)), [selected]);
  const addedIds = useMemo(() => new Set(added.map(({ video }) => video.id)), [added]);
  const count = videos.length;
  const grid = useResultsGrid(results.loading || count > 0);
  /** The videos are loaded, but the code that shows them is not. */
  const waiting = count > 0 && !grid;
  const loading = results.loading || (waiting && search.q !== '');
  const allSelected = count > 0 && videos.every(({ id }) => selectedIds.has(id));
  useScrollRestoration(search, settled && count > 0 && grid !== undefined);
  useEffect(() => {
    if (loading) announce('Searching');
    else if (search.q && failed === null) announce(`${count} ${plural(count, 'video')} found`);
  }, [loading, failed, count, search.q]);

  if (!search.q && count === 0) {
    return (
      <EmptyState
        icon={<Search size={24} />}
        title="Start searching for videos"
        text="Type a topic above. Your selection stays in a tray at the bottom while you keep searching."
        action={<SampleTopics search={search} />}
      />
    );
  }
  return (
    <section aria-labelledby={grid && count > 0 ? 'results-heading' : undefined} className="space-y-3">
      {loading ? (
        <p className="text-muted flex h-8 items-center gap-2">
          <Spinner /> Searching YouTube...
        </p>
      ) : null}
      {failed === null ? null : (
        <SearchFailed reason={failed} error={results.error} onRetry={results.retry} />
      )}
      <FailedSources search={search} sentences={results.failures} found={count > 0} onRetry={results.retry} />
      {pending ? <Notice>{pending}</Notice> : null}
      {grid && count > 0 ? (
        <>
          <div className="flex min-h-8 flex-wrap items-center gap-x-3">
            <h2 id="results-heading" className="text-base font-semibold tabular-nums">
              All Videos ({count})
            </h2>
            {allSelected ? <p className="text-ok">All videos selected!</p> : null}
            {/* The tray has this button while videos are selected. */}
            {search.q && selected.length === 0 ? (
              <Button size="sm" look="primary" className="ml-auto" onClick={onMakeFilm}>
                Make a film
              </Button>
            ) : null}
          </div>
          <grid.ResultsGrid
            videos={videos}
            addedIds={addedIds}
            selectedIds={selectedIds}
            litId={litId}
            onToggle={onToggle}
            onEnd={loadMore}
          />
        </>
      ) : null}
      {loading || waiting || (pending && count === 0) ? (
        <CardSkeletons count={count > 0 && grid ? 5 : 10} />
      ) : null}
      {loading || waiting || failed !== null || pending ? null : count > 0 ? (
        <EndOfResults searched={search.q !== ''} results={results} />
      ) : (
        <NothingFound search={search} failures={results.failures} />
      )}
    </section>
  );
}
