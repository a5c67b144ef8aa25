import type { Part } from '#contract/cuts.ts';
import { withoutPart } from '#film/time/cuts.ts';
import type { TextPlace } from '#text/letters/letters.ts';
import type { Section, Word } from '#contract/sections.ts';
import { toast } from '../../../../lib/toast.ts';
import { cutOf, partBetween, firstWords } from '../../section/cut-words.ts';
import { shownWords } from '../../section/drafts.ts';
import { isTranscript, writtenWords } from '../../section/written-words.ts';
import type { Editor } from '../../store/editor.ts';
import { loadWords } from '../../store/words.ts';

/** The selected part of a section's text. */
interface Selected {
  section: Section;
  words: Word[];
  part: Part;
}

/**
 * Cuts the selected words out of the film, or restores them if all of them are cut. One edit covers all
 * sections. Text that the browser does not show as selected is ignored.
 */
export async function cutSelected(editor: Editor, box: HTMLElement, range: Range | null): Promise<void> {
  const places = range ? placesIn(box, range) : [];
  if (places.length === 0) {
    toast({
      title: 'No Words Selected',
      description: 'Select the words to cut. To delete a section, click its row in the list first.',
    });
    return;
  }
  const read = await Promise.all(places.map(([id, place]) => selectedOf(editor, id, place)));
  const chosen = read.filter((candidate) => candidate !== null);
  const [first] = chosen;
  if (!first) {
    toast({ title: 'Cannot Cut This', description: 'Only words spoken in the video can be cut.' });
    return;
  }
  window.getSelection()?.removeAllRanges();
  const label = firstWords(chosen.flatMap(({ words }) => words));
  const restores = chosen.every(({ section, words }) => words.every((word) => cutOf(section, word)));
  const next = chosen.flatMap(({ section, part }) => {
    const cuts = restores ? withoutPart(section.cuts, part) : editor.trims.cutsWith(section, [part]);
    return cuts ? [{ sectionId: section.id, cuts }] : [];
  });
  // If one section cannot be cut, no section is.
  if (next.length < chosen.length) return;
  if (chosen.length > 1) {
    await editor.words.cut(next, `${label} ${restores ? 'restored' : 'cut out'}`, ({ text }) =>
      toast({ title: 'Cannot Cut This', description: text, variant: 'destructive' }),
    );
  } else if (restores) editor.trims.restore(first.section, [first.part], label);
  else editor.trims.cut(first.section, [first.part], label);
}

/**
 * Returns the words of a section at a place of its text; `null` if the transcript has no word there, or
 * another text is narrated.
 */
async function selectedOf(editor: Editor, id: string, { from, to }: TextPlace): Promise<Selected | null> {
  const saved = editor.state.saved[id];
  const sectionWords = saved ? await loadWords(saved) : null;
  const section = editor.state.sections.find((candidate) => candidate.id === id);
  if (!section || !sectionWords) return null;
  const words = shownWords(section, sectionWords);
  if (!isTranscript(section, words)) return null;
  const within = writtenWords(section, words).map(
    ({ place }) => place !== null && place.from < to && from < place.to,
  );
  const [first, last] = [within.indexOf(true), within.lastIndexOf(true)];
  const part = partBetween(words, [first, last], sectionWords.silences);
  return part && { section, words: words.slice(first, last + 1), part };
}

/** Returns the part of each text within a range, in UTF-16 code units, by section ID. */
function placesIn(box: HTMLElement, range: Range): [string, TextPlace][] {
  return [...box.querySelectorAll<HTMLElement>('[data-other-text]')].flatMap((text) => {
    const place = placeIn(text, range);
    return place ? [[text.dataset['otherText']!, place] as [string, TextPlace]] : [];
  });
}

function placeIn(text: HTMLElement, range: Range): TextPlace | null {
  const nodes = document.createTreeWalker(text, NodeFilter.SHOW_TEXT);
  const parts: TextPlace[] = [];
  while (nodes.nextNode()) {
    const node = nodes.currentNode;
    const isName = node.parentElement?.closest('[data-speaker]');
    if (isName || !range.intersectsNode(node)) continue;
    const begin = Number(node.parentElement?.closest<HTMLElement>('[data-from]')?.dataset['from'] ?? 0);
    const from = begin + (node === range.startContainer ? range.startOffset : 0);
    const to = begin + (node === range.endContainer ? range.endOffset : (node.textContent?.length ?? 0));
    if (from < to) parts.push({ from, to });
  }
  const [first, last] = [parts[0], parts.at(-1)];
  return first && last ? { from: first.from, to: last.to } : null;
}
