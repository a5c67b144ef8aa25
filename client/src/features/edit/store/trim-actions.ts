import type { Section } from '#contract/sections.ts';
import { toast } from '../../../lib/toast.ts';
import type { Editor } from './editor-store.ts';
import { canSplit, hasRange, moveEdge, type Edge, type Span } from '../section/ranges.ts';
import { editSection } from './saver.ts';
import { splitSection } from './section-actions.ts';

export const spanOf = (section: Section): Span => ({ start: section.startTime, end: section.endTime });

function selectedOf(editor: Editor): Section | null {
  const { sections, selectedId } = editor.getState();
  const section = sections.find(({ id }) => id === selectedId);
  return section && hasRange(section) ? section : null;
}

/** Gives a section another range of its video; the video itself is never changed. */
export function trim(editor: Editor, section: Section, to: Span): void {
  const patch = {
    ...(to.start === section.startTime ? {} : { startTime: to.start }),
    ...(to.end === section.endTime ? {} : { endTime: to.end }),
  };
  if (Object.keys(patch).length > 0) editSection(editor, section.id, patch);
}

/** Sets the in or the out point of the selected section to a second of its video. */
export function setEdgeAt(editor: Editor, edge: Edge, time: number): void {
  const section = selectedOf(editor);
  if (section) trim(editor, section, moveEdge(spanOf(section), edge, time, section.preview?.duration ?? 0));
}

/** Cuts the selected section at a second of its video, where both parts are long enough. */
export function splitAt(editor: Editor, time: number): void {
  const section = selectedOf(editor);
  if (!section) return;
  if (canSplit(spanOf(section), time)) void splitSection(editor, section.id, time);
  else toast({ title: 'Cannot Split Here', description: 'Move the playhead to the middle of the section.' });
}
