import { lazy, Suspense, useEffect, useMemo, useState, type ReactElement } from 'react';
import { useGo, usePlace } from '../../hooks/page/use-place.ts';
import { useStageFocus } from '../../hooks/page/use-stage-focus.ts';
import { useTitle } from '../../hooks/page/use-title.ts';
import { clearSelection } from '../../lib/selection/clear-selection.ts';
import { rememberSearch } from '../../lib/selection/last-search.ts';
import { loadPart } from '../../lib/missing-chunk.ts';
import { linksOf, useManualVideos, withManualVideos, withWords } from '../../lib/selection/manual-videos.ts';
import { areFromSearch, spokenIn, useSelection } from '../../lib/selection/selection.ts';
import { followCopies } from '../../lib/selection/sent-selection.ts';
import { startProcessing, unnamedTitle } from '../../lib/selection/start-processing.ts';
import { toast } from '../../lib/toast.ts';
import { AddVideos } from './add/AddVideos.tsx';
import { ChannelUploads } from './channel/ChannelUploads.tsx';
import { FailureNotice } from './FailureNotice.tsx';
import { Results } from './results/Results.tsx';
import { SearchFilters } from './SearchFilters.tsx';
import { SearchForm } from './SearchForm.tsx';
import { SelectionTray } from './tray/SelectionTray.tsx';
import { forgetScroll } from './results/use-scroll-restoration.ts';
import { usePagesInUrl } from './results/use-pages-in-url.ts';
import { useHighlight } from './use-highlight.ts';
import { useSearch } from './results/use-search.ts';
import { useSelecting } from './use-selecting.ts';

const FilmDialog = lazy(async () => ({
  default: (await loadPart(() => import('./draft/FilmDialog.tsx'))).FilmDialog,
}));

/** The first step: search and select videos. */
export function SearchStage(): ReactElement {
  const { q, duration, source, license, page } = usePlace();
  const search = useMemo(
    () => ({ q, duration, source, license, page }),
    [q, duration, source, license, page],
  );
  const go = useGo();
  const heading = useStageFocus();
  const results = useSearch(search);
  const settled = usePagesInUrl(search, results);
  const { added } = useManualVideos();
  const videos = useMemo(
    () => withManualVideos(results.videos, source === 'manual' ? withWords(added, q) : added),
    [results.videos, added, source, q],
  );
  const { videos: selected } = useSelection();
  const { toggle, remove } = useSelecting(videos, { query: q, found: results.videos });
  const { litId, animated } = useHighlight();
  const [makingFilm, setMakingFilm] = useState(false);
  const makeFilm = (): void => setMakingFilm(true);
  useTitle(q ? `“${q}”` : 'Find Videos');
  useEffect(() => rememberSearch(search), [search]);
  useEffect(() => followCopies(), []);

  const searchAgain = (): void => {
    forgetScroll(search);
    go({ ...search, page: 1 }, { replace: true });
    results.restart();
  };
  const process = (): void => {
    toast({ title: 'Starting Processing', description: 'Your videos are being sent for AI processing...' });
    const projectTitle = q || unnamedTitle();
    const links = linksOf(selected);
    startProcessing(
      {
        videoIds: selected.map(({ id }) => id),
        projectTitle,
        // The words of another search describe none of these videos.
        ...(q && areFromSearch(selected, q) ? { words: q } : {}),
        ...(links.length > 0 ? { links } : {}),
        ...spokenIn(selected),
      },
      go,
    );
  };

  return (
    <div className="flex flex-1 flex-col gap-4">
      <FailureNotice />
      <section aria-labelledby="search-heading" className="panel p-4 sm:px-6 sm:py-5">
        <h1 ref={heading} tabIndex={-1} className="text-xl font-semibold tracking-tight">
          Find Videos to Include
        </h1>
        <p className="text-muted mt-0.5">
          Pick a few videos. We’ll turn each into sections with a transcript you can edit.
        </p>
        <h2 id="search-heading" className="mt-4 mb-1.5 text-sm font-medium">
          Search for Videos
        </h2>
        <SearchForm search={search} onAgain={searchAgain} />
        <div className="mt-2 flex flex-wrap items-center gap-x-1 gap-y-1">
          <SearchFilters search={search} />
          <AddVideos />
        </div>
        <ChannelUploads />
      </section>
      <Results
        search={search}
        results={{ ...results, videos }}
        settled={settled}
        added={added}
        selected={selected}
        litId={litId}
        onToggle={toggle}
        onMakeFilm={makeFilm}
      />
      {selected.length > 0 ? (
        <SelectionTray
          videos={selected}
          animated={animated}
          onRemove={remove}
          onClear={() => clearSelection()}
          onProcess={process}
          onMakeFilm={makeFilm}
        />
      ) : null}
      <Suspense fallback={null}>
        {makingFilm ? (
          <FilmDialog selected={selected} hits={videos} words={q} onClose={() => setMakingFilm(false)} />
        ) : null}
      </Suspense>
    </div>
  );
}
