import { lazy, Suspense, type ReactElement } from 'react';
import { Captions, Ear, Pencil, RotateCcw } from 'lucide-react';
import { MAX_FADE } from '#contract/section-settings.ts';
import type { Section } from '#contract/sections.ts';
import { RATES } from '../../components/player/use-media.ts';
import { Button } from '../../components/ui/controls/Button.tsx';
import { IconButton } from '../../components/ui/controls/IconButton.tsx';
import { NativeSelect } from '../../components/ui/controls/NativeSelect.tsx';
import { preciseTime } from '../../lib/format.ts';
import { useEditor, useEditorState, useSelectedSection } from './context/editor-context.ts';
import { FitDetails } from './text/FitDetails.tsx';
import { hasTitle } from './section/framing.ts';
import { hasRange, keptLength, ownLength } from './section/ranges.ts';
import { RangeFields } from './trim/RangeFields.tsx';
import { Slider } from '../../components/ui/controls/Slider.tsx';
import { ChangedElsewhere, SavedState } from './saving/SavedState.tsx';
import { CaptionsField } from './parts/CaptionsField.tsx';
import { SoundMenu } from './parts/SoundMenu.tsx';
import { voiceSentence } from './section/sound-words.ts';
import { Narration } from './text/Narration.tsx';
import { FilmText } from './text/FilmText.tsx';
import { useFilm } from './context/film-context.ts';
import { useWide } from './context/use-wide.ts';
import { TrimPanel } from './trim/TrimPanel.tsx';
import { loadPart } from '../../lib/missing-chunk.ts';

const FramingFields = lazy(async () => ({
  default: (await loadPart(() => import('./parts/FramingFields.tsx'))).FramingFields,
}));
const TransitionFields = lazy(async () => ({
  default: (await loadPart(() => import('./parts/TransitionFields.tsx'))).TransitionFields,
}));
const StillFields = lazy(async () => ({
  default: (await loadPart(() => import('./picture/StillFields.tsx'))).StillFields,
}));
const LowerThirdFields = lazy(async () => ({
  default: (await loadPart(() => import('./picture/LowerThirdFields.tsx'))).LowerThirdFields,
}));

/** The text of the film, and how the selected section is in it. */
export function SectionDetails(): ReactElement {
  const wide = useWide();
  const editor = useEditor();
  const section = useSelectedSection();
  if (!section) {
    return (
      <p className="panel text-muted px-4 py-16 text-center text-balance">Select a section to edit it.</p>
    );
  }
  const ranged = hasRange(section);
  return (
    <section aria-label="Selected section" className="min-w-0 space-y-3">
      <div className="panel overflow-hidden">
        <div className="flex min-h-12 items-center justify-between gap-2 px-4 py-2">
          <h2 className="font-semibold">Text</h2>
          <span className="flex flex-wrap items-center justify-end gap-x-1.5 gap-y-1">
            <SavedState sectionId={section.id} />
            <ResetButton section={section} />
            <Button size="sm" onClick={() => editor.show('edit')}>
              <Pencil aria-hidden size={14} /> Edit Section
            </Button>
          </span>
        </div>
        <ChangedElsewhere sectionId={section.id} />
        <FilmText />
      </div>
      {/* At once, when all of its fields are loaded: none moves others that are already used. */}
      <Suspense fallback={null}>
        <Settings section={section} ranged={ranged} wide={wide} />
      </Suspense>
    </section>
  );
}

/** How the section sounds, looks and lasts. */
function Settings({
  section,
  ranged,
  wide,
}: {
  section: Section;
  ranged: boolean;
  wide: boolean;
}): ReactElement {
  const editor = useEditor();
  return (
    <div className="panel flex flex-col gap-4 p-4">
      <SoundOf section={section} />
      {section.media === 'video' && (section.narrated || section.voice === 'original') ? (
        <>
          <VolumeOf section={section} />
          <FadesOf section={section} />
        </>
      ) : null}
      {section.narrated ? <Narration section={section} /> : null}
      <CaptionsField section={section} />
      {ranged ? <SpeedOf section={section} /> : null}
      {section.media === 'none' ? null : <FramingFields section={section} />}
      {section.media === 'video' ? null : (
        <Suspense fallback={null}>
          <StillFields section={section} />
        </Suspense>
      )}
      {hasTitle(section) ? null : <LowerThirdFields key={`${section.id}-lower`} section={section} />}
      <TransitionFields section={section} />
      <FitDetails section={section} />
      {section.media === 'video' && section.kind === 'analysed' && section.videoURL === null ? (
        <div className="flex flex-wrap gap-2">
          <Button size="sm" onClick={() => editor.show('hear')}>
            <Ear aria-hidden size={14} /> Transcribe again…
          </Button>
          <Button size="sm" onClick={() => editor.show('subtitles')}>
            <Captions aria-hidden size={14} /> Import subtitles…
          </Button>
        </div>
      ) : null}
      {ranged && !wide ? <TrimPanel section={section} /> : null}
      {ranged ? <RangeFields key={`${section.id}-range`} section={section} /> : null}
    </div>
  );
}

/** Resets this one section; a custom one has nothing to reset. */
function ResetButton({ section }: { section: Section }): ReactElement {
  const editor = useEditor();
  const unsaved = useEditorState(({ drafts }) => drafts[section.id] !== undefined);
  return (
    <IconButton
      label="Reset section"
      inactive={section.kind === 'custom' || (!section.changed && !unsaved)}
      onClick={() => void editor.sections.reset(section)}
    >
      <RotateCcw aria-hidden size={16} />
    </IconButton>
  );
}

/** Whose voice the section will have, and why; a press changes it. */
function SoundOf({ section }: { section: Section }): ReactElement {
  const { language, translates } = useFilm();
  return (
    <div className="-mt-1 space-y-1.5">
      <div className="flex items-center gap-2">
        <span className="text-sm font-medium">Sound</span>
        <SoundMenu section={section} />
      </div>
      <p className="text-muted text-xs">{voiceSentence(section, language, translates)}</p>
    </div>
  );
}

/** How loud the section's own sound is. */
function VolumeOf({ section }: { section: Section }): ReactElement {
  const editor = useEditor();
  return (
    <Slider
      label={section.narrated ? 'Original volume' : 'Volume'}
      value={section.volume}
      valueText={`${Math.round(section.volume * 100)}%`}
      onChange={(volume) => editor.saver.set(section.id, { volume })}
    />
  );
}

/** How the section's own sound begins and ends. */
function FadesOf({ section }: { section: Section }): ReactElement {
  const editor = useEditor();
  const inWords = (seconds: number): string => (seconds === 0 ? 'None' : `${seconds} s`);
  return (
    <div className="grid gap-x-4 gap-y-2 min-[360px]:grid-cols-2">
      <Slider
        label="Fade in"
        value={section.fadeIn}
        max={MAX_FADE}
        step={0.1}
        valueText={inWords(section.fadeIn)}
        onChange={(fadeIn) => editor.saver.set(section.id, { fadeIn })}
      />
      <Slider
        label="Fade out"
        value={section.fadeOut}
        max={MAX_FADE}
        step={0.1}
        valueText={inWords(section.fadeOut)}
        onChange={(fadeOut) => editor.saver.set(section.id, { fadeOut })}
      />
    </div>
  );
}

/** How fast the section's video plays in the film. */
function SpeedOf({ section }: { section: Section }): ReactElement {
  const editor = useEditor();
  const { speed, narrated } = section;
  const speeds = [...new Set<number>([...RATES, speed])].sort((a, b) => a - b);
  const lengths = `Lasts ${preciseTime(ownLength(section))} instead of ${preciseTime(keptLength(section))}.`;
  return (
    <div className="space-y-1.5">
      <NativeSelect
        label="Speed in the film"
        showLabel
        value={String(speed)}
        options={speeds.map((one) => ({ value: String(one), label: `${one}×` }))}
        onChange={(value) => editor.saver.set(section.id, { speed: Number(value) })}
        className="max-w-40"
      />
      {speed === 1 ? null : (
        <p className="text-muted text-xs tabular-nums">
          {lengths} {narrated ? 'The narration keeps its own pace.' : 'The pitch stays the same.'}
        </p>
      )}
    </div>
  );
}
