import { useCallback, useState, type ReactElement, type ReactNode, type RefObject } from 'react';
import { ListVideo, SkipBack, SkipForward } from 'lucide-react';
import type { Aspect } from '#contract/primitives.ts';
import type { Clock, PlayerHandle } from '../../../components/player/clock.ts';
import { PlayerButton } from '../../../components/player/PlayerButton.tsx';
import { sectionLength } from '../section/fit-words.ts';
import { useEditor, useEditorState, useSelectedSection } from '../store/editor-context.ts';
import { PreviewInfo } from './PreviewInfo.tsx';
import { PreviewStage } from './PreviewStage.tsx';
import { canPlay } from '../section/ranges.ts';

interface PreviewPaneProps {
  clock: Clock;
  player: RefObject<PlayerHandle | null>;
  wide: boolean;
  /** The film's shape. */
  aspect: Aspect;
  /** What stands below the player where there is room. */
  children: ReactNode;
}

/** Plays the selected section alone, or one section after another before anything is rendered. */
export function PreviewPane({ clock, player, wide, aspect, children }: PreviewPaneProps): ReactElement {
  const editor = useEditor();
  const section = useSelectedSection();
  const index = useEditorState((state) => state.sections.findIndex(({ id }) => id === state.selectedId));
  const count = useEditorState((state) => state.sections.length);
  const [playAll, setPlayAll] = useState(false);

  const selectAt = useCallback(
    (at: number) => {
      const next = editor.getState().sections[at];
      if (next) editor.setState({ selectedId: next.id });
      return next !== undefined;
    },
    [editor],
  );
  const onEnd = useCallback(() => {
    if (!playAll) return;
    // What is still being prepared cannot play: the next one goes on.
    const next = editor.getState().sections.findIndex((other, at) => at > index && canPlay(other));
    clock.setState({ next: next < 0 ? null : { play: true } });
    if (next < 0) setPlayAll(false);
    else selectAt(next);
  }, [playAll, index, selectAt, clock, editor]);

  if (!section) {
    return (
      <div className="media grid aspect-video place-items-center rounded-lg text-white/70">
        No section selected
      </div>
    );
  }
  const skip = (by: number): void => {
    clock.setState({ next: { play: clock.getState().playing } });
    if (!selectAt(index + by)) clock.setState({ next: null });
  };
  return (
    <div className={wide ? 'min-w-0 space-y-3' : 'min-w-0 space-y-1.5'}>
      <PreviewStage
        section={section}
        clock={clock}
        player={player}
        aspect={aspect}
        onEnd={onEnd}
        className={wide ? undefined : 'mx-auto max-w-[min(100%,calc(45dvh*16/9))]'}
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
          </>
        }
      />
      {wide ? children : null}
      {wide ? (
        <PreviewInfo section={section} />
      ) : (
        <p className="flex items-baseline gap-3">
          <span className="min-w-0 flex-1 truncate font-medium">{section.title}</span>
          <span className="text-muted shrink-0 text-xs tabular-nums">{sectionLength(section)}</span>
        </p>
      )}
    </div>
  );
}
