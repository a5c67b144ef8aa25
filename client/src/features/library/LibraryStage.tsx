import { lazy, Suspense, useState, type ReactElement } from 'react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { CircleAlert, Clapperboard, Link2, Plus, SearchX, Trash2 } from 'lucide-react';
import * as calls from '#contract/calls/index.ts';
import { Button } from '../../components/ui/controls/Button.tsx';
import { Tips } from '../../components/ui/controls/Tips.tsx';
import { EmptyState } from '../../components/ui/messages/EmptyState.tsx';
import { NativeSelect } from '../../components/ui/controls/NativeSelect.tsx';
import { SearchField } from '../../components/ui/controls/SearchField.tsx';
import { useGo } from '../../hooks/page/use-place.ts';
import { useStageFocus } from '../../hooks/page/use-stage-focus.ts';
import { useTitle } from '../../hooks/page/use-title.ts';
import { reading } from '../../lib/api/queries.ts';
import { startNewCompilation } from '../../lib/selection/clear-selection.ts';
import { DeletedDialog } from './DeletedDialog.tsx';
import { LibrarySkeleton } from './LibrarySkeleton.tsx';
import { ProjectGrid } from './ProjectGrid.tsx';
import { useListQuery } from './use-list-query.ts';
import { loadPart } from '../../lib/missing-chunk.ts';

const SharedDialog = lazy(async () => ({
  default: (await loadPart(() => import('./SharedDialog.tsx'))).SharedDialog,
}));

const SORTS = [
  { value: 'newest', label: 'Newest' },
  { value: 'oldest', label: 'Oldest' },
  { value: 'title', label: 'Title' },
  { value: 'duration', label: 'Duration' },
] as const;
const FILTERS = [
  { value: 'all', label: 'All' },
  { value: 'completed', label: 'Completed' },
  { value: 'processing', label: 'Processing' },
  { value: 'failed', label: 'Failed' },
] as const;

/** Lists all of the creator's compilations with their live state. */
export function LibraryStage(): ReactElement {
  const go = useGo();
  const heading = useStageFocus();
  useTitle('My Videos');
  const { query, change, request, narrowed } = useListQuery();
  const [showsDeleted, setShowsDeleted] = useState(false);
  const [showsShared, setShowsShared] = useState(false);
  const { data, error, refetch } = useQuery({
    ...reading(calls.listProjects, { query: request }),
    placeholderData: keepPreviousData,
  });

  return (
    <div className="space-y-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 ref={heading} tabIndex={-1} className="text-xl font-semibold tracking-tight">
          My Video Compilations
        </h1>
        <Button look="primary" onClick={() => startNewCompilation(go)}>
          <Plus aria-hidden size={16} /> New Compilation
        </Button>
      </div>
      <div className="flex flex-wrap gap-2">
        <SearchField
          label="Search your videos"
          placeholder="Search your videos"
          value={query.search}
          onChange={(search) => change({ search })}
          className="max-sm:basis-full"
        />
        <NativeSelect
          label="Sort by"
          value={query.sort}
          options={SORTS}
          onChange={(sort) => change({ sort })}
          className="w-32 max-sm:w-24 max-sm:grow"
        />
        <NativeSelect
          label="Show"
          value={query.filter}
          options={FILTERS}
          onChange={(filter) => change({ filter })}
          className="w-36 max-sm:w-24 max-sm:grow"
        />
        <Button className="max-sm:px-3" onClick={() => setShowsShared(true)}>
          <Link2 aria-hidden size={16} /> <span className="max-sm:sr-only">Shared</span>
        </Button>
        <Button className="max-sm:px-3" onClick={() => setShowsDeleted(true)}>
          <Trash2 aria-hidden size={16} /> <span className="max-sm:sr-only">Recently deleted</span>
        </Button>
      </div>
      {error ? (
        <div role="alert">
          <EmptyState
            icon={<CircleAlert size={24} />}
            title="Failed to fetch videos"
            text="Your projects are safe; the list could not be loaded."
            error={error}
            action={<Button onClick={() => void refetch()}>Try Again</Button>}
          />
        </div>
      ) : !data ? (
        <LibrarySkeleton />
      ) : data.length === 0 ? (
        <EmptyState
          icon={narrowed ? <SearchX size={24} /> : <Clapperboard size={24} />}
          title="No videos found"
          text={
            narrowed
              ? 'Nothing matches this search. Try other words or another filter.'
              : 'Your compilations will be listed here.'
          }
          action={
            <span className="flex flex-wrap justify-center gap-2">
              {narrowed ? (
                <Button onClick={() => change({ search: '', filter: 'all' })}>Show All</Button>
              ) : null}
              <Button look="primary" onClick={() => startNewCompilation(go)}>
                Create Your First Video
              </Button>
            </span>
          }
        />
      ) : (
        <Tips>
          <ProjectGrid projects={data} onEmptied={() => heading.current?.focus()} />
        </Tips>
      )}
      {showsShared ? (
        <Suspense>
          <SharedDialog onClose={() => setShowsShared(false)} />
        </Suspense>
      ) : null}
      {showsDeleted ? <DeletedDialog onClose={() => setShowsDeleted(false)} /> : null}
    </div>
  );
}
