import { type ReactElement } from 'react';
import type { Section } from '#contract/sections.ts';
import { Button } from '../../../components/ui/controls/Button.tsx';
import { Notice } from '../../../components/ui/messages/Notice.tsx';
import { plural } from '../../../lib/format.ts';
import { useEditor } from '../context/editor-context.ts';
import { useFilm } from '../context/film-context.ts';
import { recordAll, useRecordings } from '../context/recordings.ts';

/** Says which sections play without their narration, and records it. */
export function UnrecordedNotice({ sections }: { sections: Section[] }): ReactElement | null {
  const editor = useEditor();
  const { language, gender, speaker } = useFilm();
  const recording = useRecordings((all) => all[editor.state.projectId]);
  if (sections.length === 0 || recording) return null;
  const [first] = sections;
  const which =
    sections.length === 1 ? `"${first!.title}" plays its` : `${sections.length} sections play their`;
  return (
    <Notice
      action={
        <Button size="sm" onClick={() => void recordAll(editor, sections, { language, gender, speaker })}>
          Record {plural(sections.length, 'narration')}
        </Button>
      }
    >
      {which} own sound here until the {sections.length === 1 ? 'narration is' : 'narrations are'} recorded.
    </Notice>
  );
}
