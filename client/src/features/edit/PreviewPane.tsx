import { useCallback, useState, type ReactElement, type RefObject } from 'react';
import { ListVideo, SkipBack, SkipForward } from 'lucide-react';
import type { Clock, PlayerHandle } from '../../components/player/clock.ts';
import { PlayerButton } from '../../components/player/PlayerButton.tsx';
import { preciseTime } from '../../lib/format.ts';
import { sectionLength } from './fit-words.ts';
import { useEditor, useEditorState, useSelectedSection } from './editor-context.ts';
import { PreviewStage } from './PreviewStage.tsx';
import { hasRange } from './ranges.ts';
import { TrimPanel } from './TrimPanel.tsx';

interface PreviewPaneProps {
  clock: Clock;
  player: RefObject<PlayerHandle | null>;
  wide: boolean;
}

/** Plays the selected section alone, or one section after another before anything is rendered. */
export function PreviewPane({ clock, player, wide }: PreviewPaneProps): ReactElement {
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
    clock.setState({ next: { play: true } });
    if (selectAt(index + 1)) return;
    clock.setState({ next: null });
    setPlayAll(false);
  }, [playAll, index, selectAt, clock]);

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
    <div className="min-w-0 space-y-3">
      <PreviewStage
        section={section}
        clock={clock}
        player={player}
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
      {wide && hasRange(section) ? <TrimPanel section={section} clock={clock} player={player} /> : null}
      {wide ? (
        <div className="panel grid grid-cols-[minmax(0,1fr)_auto] gap-x-6 gap-y-3 p-4">
          <div className="min-w-0">
            <h2 className="text-base font-semibold break-words">{section.title}</h2>
            <p className="text-muted truncate text-xs">
              {section.video.title} · {section.video.channel}
            </p>
          </div>
          <dl className="flex gap-5 text-xs tabular-nums">
            {hasRange(section) ? (
              <>
                <Figure name="Start" value={preciseTime(section.startTime)} />
                <Figure name="End" value={preciseTime(section.endTime)} />
              </>
            ) : null}
            <Figure name="Duration" value={sectionLength(section)} />
          </dl>
        </div>
      ) : null}
    </div>
  );
}

function Figure({ name, value }: { name: string; value: string }): ReactElement {
  return (
    <div>
      <dt className="text-muted">{name}</dt>
      <dd className="text-sm font-medium">{value}</dd>
    </div>
  );
}
