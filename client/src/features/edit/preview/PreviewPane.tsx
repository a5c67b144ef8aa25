import { lazy, Suspense, useCallback, useState, type ReactElement, type ReactNode } from 'react';
import { clsx } from 'clsx';
import { Film, ListVideo, SkipBack, SkipForward, SquarePlay } from 'lucide-react';
import { PlayerButton } from '../../../components/player/PlayerButton.tsx';
import { Button } from '../../../components/ui/controls/Button.tsx';
import { Tip } from '../../../components/ui/controls/Tip.tsx';
import { sectionLength } from '../section/fit-words.ts';
import { useEditor, useEditorState, useSelectedSection } from '../context/editor-context.ts';
import { usePlayback } from '../context/playback-context.ts';
import { useWide } from '../../../hooks/use-media-query.ts';
import { PreviewStage } from './PreviewStage.tsx';
import { canPlay } from '../section/ranges.ts';
import { loadPart } from '../../../lib/missing-chunk.ts';

const FilmMonitor = lazy(async () => ({
  default: (await loadPart(() => import('./FilmMonitor.tsx'))).FilmMonitor,
}));

/** Limits the player to the pane's size, so that it is always completely visible. */
const WIDE = 'relative flex min-h-0 min-w-0 flex-col gap-2 [container-type:size]';
/** Leaves 13.5 rem for the player's controls and for the trim panel at its least height. */
const FITTED = 'mx-auto w-full max-w-[max(16rem,min(100%,(100cqh-13.5rem)*16/9))] shrink-0';

/**
 * Plays the selected section, all sections in order before anything is rendered, or the whole film.
 * `children` are below the player if there is room.
 */
export function PreviewPane({ children }: { children: ReactNode }): ReactElement {
  const editor = useEditor();
  const { clock } = usePlayback();
  const wide = useWide();
  const section = useSelectedSection();
  const index = useEditorState((state) => state.sections.findIndex(({ id }) => id === state.selectedId));
  const count = useEditorState((state) => state.sections.length);
  const film = useEditorState((state) => state.film);
  const [playAll, setPlayAll] = useState(false);

  const onEnd = useCallback(() => {
    if (!playAll) return;
    // Skips a section that is still being prepared.
    const next = editor.state.sections.find((other, at) => at > index && canPlay(other));
    clock.setState({ next: next ? { play: true } : null });
    if (next) editor.select(next.id);
    else setPlayAll(false);
  }, [playAll, index, clock, editor]);

  if (!section) {
    return (
      <div className={wide ? WIDE : undefined}>
        <div
          className={clsx(
            'media grid aspect-video place-items-center rounded-lg text-white/70',
            wide && FITTED,
          )}
        >
          {count === 0 ? 'Your film appears here once it has a section.' : 'No section selected'}
        </div>
      </div>
    );
  }
  const skip = (by: number): void => {
    clock.setState({ next: { play: clock.getState().playing } });
    if (!editor.selectBy(by)) clock.setState({ next: null });
  };
  const className = wide
    ? FITTED
    : 'mx-auto w-full max-w-[min(100%,calc(32dvh*16/9))] sm:max-w-[min(100%,calc(45dvh*16/9))] in-data-slim:max-w-none';
  const toggle = (
    <Tip text={film ? 'Play only the selected section (P)' : 'Play all sections as one film (P)'}>
      <Button
        size="sm"
        look={wide ? 'onStage' : 'secondary'}
        className={wide ? 'ml-1 @max-[27rem]:px-2' : undefined}
        onClick={() => editor.showFilm(!film)}
      >
        {film ? <SquarePlay aria-hidden size={16} /> : <Film aria-hidden size={16} />}
        <span className="@max-[27rem]:sr-only">{film ? 'Play section' : 'Play film'}</span>
      </Button>
    </Tip>
  );
  return (
    <div data-pane={wide || undefined} className={wide ? WIDE : 'flex min-w-0 flex-col gap-1.5'}>
      {film ? (
        <Suspense fallback={<div className={clsx('bg-stage aspect-video rounded-lg', className)} />}>
          <FilmMonitor className={className} after={wide ? toggle : null} />
        </Suspense>
      ) : (
        <PreviewStage
          section={section}
          onEnd={onEnd}
          className={className}
          before={
            <PlayerButton label="Previous section" inactive={index <= 0} onClick={() => skip(-1)}>
              <SkipBack aria-hidden size={18} />
            </PlayerButton>
          }
          after={
            <>
              <PlayerButton label="Next section" inactive={index >= count - 1} onClick={() => skip(1)}>
                <SkipForward aria-hidden size={18} />
              </PlayerButton>
              <PlayerButton
                label="All sections in order"
                pressed={playAll}
                onClick={() => setPlayAll(!playAll)}
              >
                <ListVideo aria-hidden size={18} />
              </PlayerButton>
              {wide ? toggle : null}
            </>
          }
        />
      )}
      {wide ? (
        <div className="relative flex min-h-0 flex-1 flex-col overflow-y-auto [scrollbar-width:thin]">
          {children}
        </div>
      ) : null}
      {wide ? null : (
        <div className="flex items-center gap-3 in-data-slim:hidden">
          <span className="min-w-0 flex-1 truncate font-medium">{section.title}</span>
          <span className="text-muted shrink-0 text-xs tabular-nums">{sectionLength(section)}</span>
          {toggle}
        </div>
      )}
    </div>
  );
}
