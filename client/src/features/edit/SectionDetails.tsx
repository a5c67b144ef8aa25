import { type ReactElement, type RefObject } from 'react';
import { AudioLines, Mic, Pencil, VolumeX } from 'lucide-react';
import type { Section } from '#contract/sections.ts';
import type { Clock, PlayerHandle } from '../../components/player/clock.ts';
import { Button } from '../../components/ui/Button.tsx';
import { useConfig } from '../../hooks/use-config.ts';
import { useEditor, useSelectedSection } from './editor-context.ts';
import { FitDetails } from './FitDetails.tsx';
import { hasRange } from './ranges.ts';
import { RangeFields } from './RangeFields.tsx';
import { SavedState } from './SavedState.tsx';
import { TextFields } from './TextFields.tsx';
import { Transcript } from './Transcript.tsx';
import { TrimPanel } from './TrimPanel.tsx';

interface SectionDetailsProps {
  clock: Clock;
  player: RefObject<PlayerHandle | null>;
  wide: boolean;
  language: string;
  /** Whether texts of another language will be translated. */
  translates: boolean;
}

/** What the selected section says and where it is cut. */
export function SectionDetails(props: SectionDetailsProps): ReactElement {
  const { clock, player, wide, language, translates } = props;
  const editor = useEditor();
  const section = useSelectedSection();
  if (!section) {
    return (
      <p className="panel text-muted px-4 py-16 text-center text-balance">
        The text and range of the selected section stand here.
      </p>
    );
  }
  const ranged = hasRange(section);
  return (
    <section aria-label="Selected section" className="panel flex min-w-0 flex-col gap-4 p-4">
      <div className="-mb-1 flex min-h-8 items-center justify-between gap-2">
        <h2 className="font-semibold">Section</h2>
        <span className="flex items-center gap-2">
          <SavedState sectionId={section.id} />
          <Button size="sm" onClick={() => editor.setState({ dialog: 'edit' })}>
            <Pencil aria-hidden size={14} /> Edit Section
          </Button>
        </span>
      </div>
      <TextFields key={section.id} section={section} translates={translates} />
      <SoundHint section={section} language={language} />
      <FitDetails section={section} />
      {ranged && section.words.length > 0 ? (
        <Transcript key={`${section.id}-words`} section={section} clock={clock} player={player} />
      ) : null}
      {ranged && !wide ? <TrimPanel section={section} clock={clock} player={player} /> : null}
      {ranged ? <RangeFields key={`${section.id}-range`} section={section} /> : null}
    </section>
  );
}

/** Whether the film plays the section's own sound or reads the text. */
function SoundHint({ section, language }: { section: Section; language: string }): ReactElement {
  const name = useConfig()?.languages.find(({ code }) => code === language)?.name ?? 'English';
  const Icon = section.narrated ? Mic : section.media === 'video' ? AudioLines : VolumeX;
  return (
    <p className="text-muted -mt-2 flex items-start gap-2 text-xs">
      <Icon aria-hidden size={14} className="mt-px shrink-0" />
      {soundWords(section, name)}
    </p>
  );
}

function soundWords({ narrated, kind, media }: Section, language: string): string {
  if (narrated) {
    return media === 'video'
      ? `Will be narrated in ${language}, over the quieter original sound.`
      : `Will be narrated in ${language}.`;
  }
  if (media !== 'video') return 'Stands in silence. A text is narrated.';
  return kind === 'custom'
    ? 'Plays its own sound. A text is narrated over it.'
    : 'Plays its original sound. A changed text or another language is narrated.';
}
