import type { ReactElement, ReactNode } from 'react';
import { Captions, Ear } from 'lucide-react';
import type { Section } from '#contract/sections.ts';
import { Button } from '../../components/ui/controls/Button.tsx';
import { useEditor, useEditorState } from './context/editor-context.ts';
import { CaptionsField } from './parts/CaptionsField.tsx';
import { FramingFields } from './parts/FramingFields.tsx';
import { TransitionFields } from './parts/TransitionFields.tsx';
import { LowerThirdFields } from './picture/LowerThirdFields.tsx';
import { StillFields } from './picture/StillFields.tsx';
import { hasTitle } from './section/framing.ts';
import { hasRange } from './section/ranges.ts';
import { FitDetails } from './sound/FitDetails.tsx';
import { SoundFields } from './sound/SoundFields.tsx';
import { RangeFields } from './trim/RangeFields.tsx';
import { SpeedField } from './trim/SpeedField.tsx';
import { TrimPanel } from './trim/TrimPanel.tsx';

// All settings of a section except its text are in one chunk. If a field loaded separately, its panel would disappear
// for a moment.

interface FieldsProps {
  section: Section;
}

/** The section's audio, video and timing settings on a small screen. */
export function AllFields({ section }: FieldsProps): ReactElement {
  const ranged = hasRange(section);
  return (
    <div className="panel flex flex-col gap-4 p-4">
      {ranged ? <TrimPanel section={section} /> : null}
      {ranged ? <RangeFields key={`${section.id}-range`} section={section} /> : null}
      <SoundFields section={section} />
      <CaptionsField section={section} />
      {ranged ? <SpeedField section={section} /> : null}
      <PictureFields section={section} />
      <OverPicture section={section} />
      <TransitionFields section={section} />
      <FitDetails section={section} />
      <TranscriptTools section={section} />
    </div>
  );
}

export function FramePanel({ section }: FieldsProps): ReactElement {
  const ranged = hasRange(section);
  return (
    <Panel>
      <PictureFields section={section} />
      {ranged ? <SpeedField section={section} /> : null}
      <OverPicture section={section} />
      {ranged ? <RangeFields key={`${section.id}-range`} section={section} /> : null}
    </Panel>
  );
}

export function SoundPanel({ section }: FieldsProps): ReactElement {
  return (
    <Panel>
      <SoundFields section={section} />
      <FitDetails section={section} />
    </Panel>
  );
}

export function CaptionsPanel({ section }: FieldsProps): ReactElement {
  return (
    <Panel>
      <CaptionsField section={section} />
      <p className="text-muted text-xs">
        {section.narrated || section.saysWords
          ? 'Set the style and position of captions in Film options.'
          : 'This section has no words, so it has no captions.'}
      </p>
      <TranscriptTools section={section} />
    </Panel>
  );
}

export function JoinPanel({ section }: FieldsProps): ReactElement {
  const isLast = useEditorState(({ sections }) => sections.at(-1)?.id === section.id);
  return (
    <Panel>
      <TransitionFields section={section} />
      {isLast ? <p className="text-muted text-xs">The last section has no transition.</p> : null}
    </Panel>
  );
}

/** The fields of one tab of the inspector, with their own scrolling. */
function Panel({ children }: { children: ReactNode }): ReactElement {
  return (
    <div className="@container relative flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto overscroll-contain px-4 pt-1 pb-4 [scrollbar-width:thin]">
      {children}
    </div>
  );
}

/** The appearance of the section's video, image or card. */
function PictureFields({ section }: FieldsProps): ReactElement {
  return (
    <>
      {section.media === 'none' ? null : <FramingFields section={section} />}
      {section.media === 'video' ? null : <StillFields section={section} />}
    </>
  );
}

/** The texts over the picture. A card has its title there. */
function OverPicture({ section }: FieldsProps): ReactElement | null {
  return hasTitle(section) ? null : <LowerThirdFields key={`${section.id}-lower`} section={section} />;
}

function TranscriptTools({ section }: FieldsProps): ReactElement | null {
  const editor = useEditor();
  if (section.media !== 'video' || section.kind !== 'analysed' || section.videoURL !== null) return null;
  return (
    <div className="flex flex-wrap gap-2">
      <Button size="sm" onClick={() => editor.show('transcribe')}>
        <Ear aria-hidden size={14} /> Transcribe again…
      </Button>
      <Button size="sm" onClick={() => editor.show('subtitles')}>
        <Captions aria-hidden size={14} /> Import subtitles…
      </Button>
    </div>
  );
}
