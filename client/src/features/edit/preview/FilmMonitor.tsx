import { useCallback, useMemo, type ReactElement, type ReactNode } from 'react';
import { type CaptionLook, PLAIN_CAPTIONS } from '#contract/caption-look.ts';
import { isVertical } from '#film/captions/caption-look.ts';
import { SHAPES } from '#contract/shapes.ts';
import { SkipBack, SkipForward } from 'lucide-react';
import { FilmPlayer } from '../../../components/player/film/FilmPlayer.tsx';
import { PlayerButton } from '../../../components/player/PlayerButton.tsx';
import { useEditor, useEditorState } from '../context/editor-context.ts';
import { useFilm as useWanted } from '../context/film-context.ts';
import { placementOf } from '../section/framing.ts';
import { CreditsCard } from '../../../components/player/drawn/CreditsCard.tsx';
import { thirdOf } from '../section/film/parts.ts';
import { FilmWaveform } from './FilmWaveform.tsx';
import { StillPicture } from './StillPicture.tsx';
import { useFilm } from './use-film.ts';

/** The style of captions from a track, whose lines are long, in a vertical film. */
const NARROW_TRACK: CaptionLook = { ...PLAIN_CAPTIONS, captionSize: 'small' };

/** Plays the whole film before it is rendered. */
export function FilmMonitor({
  className,
  after,
}: {
  className?: string | undefined;
  after: ReactNode;
}): ReactElement {
  const editor = useEditor();
  const { aspect, framing, captionLook, language } = useWanted();
  const { engine, timeline, cues, credits } = useFilm();
  const projectId = useEditorState((state) => state.projectId);
  const sections = useEditorState((state) => state.sections);
  const playingId = useEditorState((state) => state.playingId);
  const index = sections.findIndex(({ id }) => id === playingId);
  const still = useCallback(
    (id: string) => {
      const start = timeline.parts.get(id)?.start ?? 0;
      if (id === projectId && credits.length > 0)
        return <CreditsCard pages={credits} clock={engine.clock} {...{ language, aspect, start }} />;
      const section = sections.find((candidate) => candidate.id === id);
      if (!section || (section.media === 'video' && section.preview?.videoUrl)) return null;
      return section.media === 'video' || (section.media !== 'none' && section.preview === null) ? (
        <p className="grid size-full place-items-center p-4 text-center">
          {section.title} is still being prepared.
        </p>
      ) : (
        <StillPicture
          section={section}
          placement={placementOf(section, framing)}
          clock={engine.clock}
          start={start}
        />
      );
    },
    [sections, framing, engine, timeline, projectId, credits, language, aspect],
  );
  const thirds = useMemo(
    () => sections.flatMap((section) => thirdOf(section, timeline)),
    [sections, timeline],
  );
  const skip = (by: number): void => {
    const section = sections[index + by];
    const place = timeline.parts.get(section?.id ?? '');
    if (!section || !place) return;
    engine.seek(place.start);
    editor.select(section.id);
  };
  return (
    <FilmPlayer
      label="Film preview"
      engine={engine}
      timeline={timeline}
      aspect={aspect}
      cues={cues}
      captionLook={captionLook ?? (isVertical(SHAPES[aspect]) ? NARROW_TRACK : PLAIN_CAPTIONS)}
      thirds={thirds}
      still={still}
      waveform={<FilmWaveform sections={sections} timeline={timeline} />}
      className={className}
      before={
        <PlayerButton label="Previous section" inactive={index <= 0} onClick={() => skip(-1)}>
          <SkipBack aria-hidden size={18} />
        </PlayerButton>
      }
      after={
        <>
          <PlayerButton
            label="Next section"
            inactive={index < 0 || index >= sections.length - 1}
            onClick={() => skip(1)}
          >
            <SkipForward aria-hidden size={18} />
          </PlayerButton>
          {after}
        </>
      }
    />
  );
}
