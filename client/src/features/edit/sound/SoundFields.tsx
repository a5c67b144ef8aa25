import type { ReactElement } from 'react';
import { MAX_FADE } from '#contract/section-settings.ts';
import type { Section } from '#contract/sections.ts';
import { Slider } from '../../../components/ui/controls/Slider.tsx';
import { useEditor } from '../context/editor-context.ts';
import { useFilm } from '../context/film-context.ts';
import { SoundMenu } from '../parts/SoundMenu.tsx';
import { voiceSentence } from '../section/sound-words.ts';
import { Narration } from './Narration.tsx';

/** The fields of a section's audio: its source, its volume and its voice. */
export function SoundFields({ section }: { section: Section }): ReactElement {
  return (
    <>
      <SoundOf section={section} />
      {section.media === 'video' && (section.narrated || section.voice === 'original') ? (
        <>
          <VolumeOf section={section} />
          <FadesOf section={section} />
        </>
      ) : null}
      {section.narrated ? <Narration section={section} /> : null}
    </>
  );
}

/** Shows the source of the section's voice and why it is used. A press changes it. */
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

/** The volume of the section's own audio. */
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

/** The fades at the start and end of the section's own audio. */
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
