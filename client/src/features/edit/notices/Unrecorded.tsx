import type { ReactElement } from 'react';
import type { Section } from '#contract/sections.ts';
import { Button } from '../../../components/ui/controls/Button.tsx';
import { Notice } from '../../../components/ui/messages/Notice.tsx';
import { plural } from '../../../lib/format.ts';
import { useEditor } from '../context/editor-context.ts';
import { useFilm } from '../context/film-context.ts';
import { recordAll } from '../context/runs/recordings.ts';

interface UnrecordedProps {
  sections: Section[];
  onDismiss: () => void;
}

/** Lists sections that the film preview plays without their narration, with a button that records it. */
export function Unrecorded({ sections, onDismiss }: UnrecordedProps): ReactElement {
  const editor = useEditor();
  const { language, gender, voiceId } = useFilm();
  const count = sections.length;
  return (
    <Notice
      onDismiss={onDismiss}
      action={
        <Button
          size="sm"
          onClick={() => void recordAll(editor, sections, { language, gender, speaker: voiceId })}
        >
          Record {plural(count, 'narration')}
        </Button>
      }
    >
      {count === 1
        ? `“${sections[0]!.title}” plays its own sound in the preview until its narration is recorded.`
        : `${count} sections play their own sound in the preview until their narrations are recorded.`}
    </Notice>
  );
}
