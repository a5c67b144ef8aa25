import { useEffect, useMemo, type ReactElement } from 'react';
import { CircleAlert, Search, SearchX } from 'lucide-react';
import type { Video } from '#contract/videos.ts';
import { Button } from '../../components/ui/Button.tsx';
import { EmptyState } from '../../components/ui/EmptyState.tsx';
import { Notice } from '../../components/ui/Notice.tsx';
import { Spinner } from '../../components/ui/Spinner.tsx';
import { announce } from '../../lib/announce.ts';
import { plural } from '../../lib/format.ts';
import type { SearchPlace } from '../../lib/last-search.ts';
import { CardSkeletons } from './CardSkeletons.tsx';
import { ResultsGrid } from './ResultsGrid.tsx';
import { useKeptScroll } from './use-kept-scroll.ts';
import type { SearchResults } from './use-search.ts';

interface ResultsProps {
  search: SearchPlace;
  results: SearchResults;
  selected: Video[];
  litId: string | null;
  onToggle: (video: Video, range: boolean) => void;
}

/** Everything under the search box, in each of its states. */
export function Results({ search, results, selected, litId, onToggle }: ResultsProps): ReactElement {
  const { videos, pending, loading, failed, hasMore, loadingMore, loadMore } = results;
  const selectedIds = useMemo(() => new Set(selected.map(({ id }) => id)), [selected]);
  const count = videos.length;
  const allSelected = count > 0 && videos.every(({ id }) => selectedIds.has(id));
  useKeptScroll(`${search.q}|${search.duration}|${search.source}`, count > 0);
  useEffect(() => {
    if (loading) announce('Searching');
    else if (search.q && !failed) announce(`${count} ${plural(count, 'video')} found`);
  }, [loading, failed, count, search.q]);

  if (!search.q && count === 0) {
    return (
      <EmptyState
        icon={<Search size={24} />}
        title="Start searching for videos"
        text="Type a topic above. What you choose stays in a tray at the bottom while you go on searching."
      />
    );
  }
  if (loading) {
    return (
      <div className="space-y-3">
        <p className="text-muted flex h-6 items-center gap-2">
          <Spinner /> Searching YouTube...
        </p>
        <CardSkeletons count={10} />
      </div>
    );
  }
  if (failed) {
    return (
      <div role="alert">
        <EmptyState
          icon={<CircleAlert size={24} />}
          title="Search failed"
          text={results.failures.join(' ') || 'None of the sources gave an answer.'}
          action={<Button onClick={results.retry}>Try Again</Button>}
        />
      </div>
    );
  }
  return (
    <section aria-labelledby="results-heading" className="space-y-3">
      <FailedSources sentences={results.failures} onRetry={results.retry} />
      {pending ? <Notice>{pending}</Notice> : null}
      {count === 0 ? (
        <NothingFound query={search.q} pending={pending !== null} />
      ) : (
        <>
          <div className="flex min-h-6 flex-wrap items-baseline gap-x-3">
            <h2 id="results-heading" className="text-base font-semibold tabular-nums">
              All Videos ({count})
            </h2>
            {allSelected ? <p className="text-ok">All videos selected!</p> : null}
          </div>
          <ResultsGrid
            videos={videos}
            selectedIds={selectedIds}
            litId={litId}
            onToggle={onToggle}
            onEnd={loadMore}
          />
          <p className="text-muted flex h-10 items-center justify-center gap-2">
            {loadingMore ? (
              <>
                <Spinner /> Loading more videos...
              </>
            ) : hasMore || pending || !search.q ? null : (
              'No more videos to load'
            )}
          </p>
        </>
      )}
    </section>
  );
}

function NothingFound({ query, pending }: { query: string; pending: boolean }): ReactElement {
  if (pending) return <CardSkeletons count={5} />;
  return (
    <EmptyState
      icon={<SearchX size={24} />}
      title="No videos found"
      text={`Nothing matches “${query}” here. Try other words or fewer filters.`}
    />
  );
}

interface FailedSourcesProps {
  /** Each names its source. */
  sentences: string[];
  onRetry: () => void;
}

/** Says why sources gave nothing; the others' hits are shown all the same. */
function FailedSources({ sentences, onRetry }: FailedSourcesProps): ReactElement | null {
  if (sentences.length === 0) return null;
  return (
    <Notice
      tone="warn"
      action={
        <Button size="sm" onClick={onRetry}>
          Try Again
        </Button>
      }
    >
      {sentences.join(' ')} The other sources are shown.
    </Notice>
  );
}
