import { flushSync } from 'react-dom';
import type { Section } from '#contract/sections.ts';
import { toast } from '../../../lib/toast.ts';
import { cutWords } from '../section/cut-words.ts';
import { shownWords } from '../section/drafts.ts';
import { unsureWords } from '../section/written-words.ts';
import type { Editor } from '../store/editor.ts';
import { loadWords } from '../store/words.ts';

/** Moves the focus to the film's next uncertain word. After the last one it starts over. */
export async function goToNextUnsure(editor: Editor): Promise<void> {
  flushSync(() => {
    editor.write(false);
    editor.showPane('details');
    editor.inspect('text');
  });
  const focused = document.activeElement?.closest('[data-word]');
  const visible = shownUnsure();
  const next = focused
    ? visible.find((word) => focused.compareDocumentPosition(word) & Node.DOCUMENT_POSITION_FOLLOWING)
    : visible[0];
  if (next) return goTo(next);
  const { sections, selectedId } = editor.state;
  const after = sections.findIndex(({ id }) => id === selectedId) + 1;
  for (const section of [...sections.slice(after), ...sections.slice(0, after)]) {
    const has = await hasUnsure(editor, section);
    // The creator has selected another section meanwhile.
    if (editor.state.selectedId !== selectedId) return;
    if (!has) continue;
    flushSync(() => editor.select(section.id));
    const [first] = shownUnsure();
    if (first) return goTo(first);
  }
  toast({ title: 'No Uncertain Words', description: 'No words in the film are marked as uncertain.' });
}

const shownUnsure = (): HTMLElement[] => [
  ...document.querySelectorAll<HTMLElement>('[data-word][data-unsure]'),
];

function goTo(word: HTMLElement): void {
  word.closest('details')?.setAttribute('open', '');
  word.focus();
  word.scrollIntoView({ block: 'nearest' });
  word.click();
}

/** Whether a section's text has an uncertain word that is in the film. */
async function hasUnsure(editor: Editor, section: Section): Promise<boolean> {
  const saved = editor.state.saved[section.id];
  if (!saved || !section.saysWords) return false;
  const words = shownWords(section, await loadWords(saved));
  const cut = cutWords(section, words);
  return [...unsureWords(section, words)].some(([index, place]) => place !== null && !cut.has(index));
}
