import { type ReactElement, type RefObject } from 'react';
import { AudioLines, Mic } from 'lucide-react';
import type { Section } from '#contract/sections.ts';
import type { Clock, PlayerHandle } from '../../components/player/clock.ts';
import { useConfig } from '../../hooks/use-config.ts';
import { useSelectedSection } from './editor-context.ts';
import { RangeFields } from './RangeFields.tsx';
import { SavedState } from './SavedState.tsx';
import { TextFields } from './TextFields.tsx';
import { Transcript } from './Transcript.tsx';

interface SectionDetailsProps {
  clock: Clock;
  player: RefObject<PlayerHandle | null>;
  language: string;
}

/** What the selected section says and where it is cut. */
export function SectionDetails({ clock, player, language }: SectionDetailsProps): ReactElement | null {
  const section = useSelectedSection();
  if (!section) return null;
  return (
    <section aria-label="Selected section" className="panel flex min-w-0 flex-col gap-4 p-4">
      <div className="-mb-1 flex min-h-8 items-center justify-between gap-2">
        <h2 className="font-semibold">Section</h2>
        <SavedState sectionId={section.id} />
      </div>
      <TextFields key={section.id} section={section} />
      <SoundHint section={section} language={language} />
      {section.words.length > 0 ? <Transcript section={section} clock={clock} player={player} /> : null}
      <RangeFields key={`${section.id}-range`} section={section} />
    </section>
  );
}

/** Whether the film plays the section's own sound or reads the text. */
function SoundHint({ section, language }: { section: Section; language: string }): ReactElement {
  const name = useConfig()?.languages.find(({ code }) => code === language)?.name ?? 'English';
  const Icon = section.narrated ? Mic : AudioLines;
  return (
    <p className="text-muted -mt-2 flex items-start gap-2 text-xs">
      <Icon aria-hidden size={14} className="mt-px shrink-0" />
      {section.narrated
        ? `Will be narrated in ${name}, over the quieter original sound.`
        : 'Plays its original sound. A changed text or another language is narrated.'}
    </p>
  );
}
