import type { ReactElement } from 'react';
import { FILM_FRAME_RATE } from '#film/frames.ts';
import { MAX_TRANSITION, MIN_TRANSITION, type Transition, TRANSITIONS } from '#contract/section-settings.ts';
import type { Section } from '#contract/sections.ts';
import { framesOf, joinFrames, joinsOf, mixedFrames } from '#film/transitions/transitions.ts';
import { Button } from '../../../components/ui/controls/Button.tsx';
import { NativeSelect } from '../../../components/ui/controls/NativeSelect.tsx';
import { Slider } from '../../../components/ui/controls/Slider.tsx';
import { useEditor, useEditorState } from '../context/editor-context.ts';
import { TRANSITION_NAMES } from '../section/look-names.ts';

/** The fields of the transition to the next section. Renders nothing for the last section. */
export function TransitionFields({ section }: { section: Section }): ReactElement | null {
  const editor = useEditor();
  const sections = useEditorState((state) => state.sections);
  const index = sections.findIndex(({ id }) => id === section.id);
  const next = sections[index + 1];
  if (!next) return null;
  const { transition, transitionSeconds } = section;
  const sized = [section, next].map((side) => ({ ...side, frames: framesOf(side.effectiveDuration) }));
  const [join] = joinsOf(sized, FILM_FRAME_RATE);
  const inSeconds = (frames: number): number => Math.round((frames / FILM_FRAME_RATE) * 10) / 10;
  const seconds = join ? inSeconds(joinFrames(join)) : 0;
  const mixed = join && section.edges && next.edges ? mixedFrames(join) : null;
  const mixedSeconds = mixed === null ? seconds : inSeconds(mixed);
  const isSame = sections
    .slice(0, -1)
    .every((side) => side.transition === transition && side.transitionSeconds === transitionSeconds);
  return (
    <div className="space-y-2">
      <NativeSelect<Transition>
        label="Transition to the next section"
        showLabel
        value={transition}
        options={TRANSITIONS.map((value) => ({ value, label: TRANSITION_NAMES[value] }))}
        onChange={(value) => editor.saver.set(section.id, { transition: value })}
      />
      {transition === 'cut' ? null : (
        <Slider
          label="Transition length"
          value={transitionSeconds}
          min={MIN_TRANSITION}
          max={MAX_TRANSITION}
          step={0.1}
          valueText={`${transitionSeconds} s`}
          onChange={(value) => editor.saver.set(section.id, { transitionSeconds: value })}
        />
      )}
      {transition === 'cut' ? null : (
        <p className="text-muted text-xs">Transitions appear in Play film, not in section preview.</p>
      )}
      {join && seconds < transitionSeconds ? (
        <p className="text-muted text-xs">
          Lasts {seconds} s, up to half of this section and of “{next.title}”.
        </p>
      ) : null}
      {mixedSeconds < seconds ? (
        <p className="text-muted text-xs">
          {mixedSeconds === 0
            ? 'Audio cuts without a crossfade, so no words overlap.'
            : `Audio crossfades within ${mixedSeconds} s, so no words overlap.`}
        </p>
      ) : null}
      {sections.length > 2 ? (
        <Button size="sm" inactive={isSame} onClick={() => void editor.sections.setAllTransitions(section)}>
          Apply to all transitions
        </Button>
      ) : null}
    </div>
  );
}
