import { expect } from 'vitest';
import { locators, page, type Locator } from 'vitest/browser';
import type { Section, SectionWords } from '#contract/sections.ts';
import { openApp } from '../components/open-app.tsx';
import { makeProject, makeSection, makeVideo, makeWords } from './project.ts';
import { serveProject, type ServedProject } from './serve-project.ts';

declare module 'vitest/browser' {
  interface LocatorSelectors {
    /** The text of a section that is not selected. */
    otherText: (id: string) => Locator;
  }
}

// Found by ID: sections may share a text, so a locator made from the element could match several.
locators.extend({ otherText: (id: string) => `[data-other-text="${id}"]` });

/** The transcript of each section: a word per second, half a second long, from its first second on. */
export const SPOKEN = ['The', 'river', 'begins', 'as', 'a', 'small', 'stream', 'here'];
export const TRANSCRIPT = SPOKEN.join(' ');

/** Sections 1, 2, … of one video whose transcript is SPOKEN, each changed by its entry of `changes`. */
export function makeSpoken(changes: readonly Partial<Section>[] = [{}, {}, {}]): Section[] {
  const video = makeVideo();
  return changes.map((one, position) =>
    makeSection(position, { transcription: TRANSCRIPT, video, videoId: video.id, ...one }),
  );
}

/** The words of a section whose transcript is SPOKEN. */
export const spokenIn = (section: Section): SectionWords => makeWords(section, SPOKEN);

/** Answers the calls that read a project of these sections. */
export const serveSpoken = (
  sections: Section[] = makeSpoken(),
  wordsOf: (section: Section) => SectionWords = spokenIn,
): ServedProject => serveProject(makeProject({ sections }), wordsOf);

/** Opens the editor of a project that is already served, in English unless `language` is given. */
export const openServed = ({ current }: ServedProject, language?: string): Promise<void> =>
  openApp(`/?project=${current().id}&stage=edit${language ? `&lang=${language}` : ''}`);

/** Serves these sections, opens their editor, and waits until the words of the selected section are shown. */
export async function openSpoken(...served: Parameters<typeof serveSpoken>): Promise<ServedProject> {
  const project = serveSpoken(...served);
  await openServed(project);
  await expect.poll(() => wordElements().length).toBeGreaterThan(0);
  return project;
}

const wordElements = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('[data-word]')];

/** Returns the words of the selected section as its text shows them. */
export const wordTexts = (): (string | null)[] => wordElements().map((word) => word.textContent);

/** Returns the words of the selected section that are struck through. */
export const struckWords = (): (string | null)[] =>
  wordElements()
    .filter((word) => getComputedStyle(word).textDecorationLine === 'line-through')
    .map((word) => word.textContent);

/** The transcript of the selected section. */
export const toolbar = page.getByRole('toolbar', { name: /^Spoken words/ });

/**
 * A word of the selected section, whether it is cut out, uncertain or neither, and with or without
 * punctuation after it.
 */
export const word = (text: string): Locator =>
  toolbar.getByRole('button', { name: new RegExp(`^${text}[.,]?(, |$)`) });

/** The text of a section that is not selected. */
export const otherText = (id: string): HTMLElement =>
  document.querySelector<HTMLElement>(`[data-other-text="${id}"]`)!;

/** Returns the first occurrence of a part of an element's text. */
function rangeOf(element: HTMLElement, part: string): Range {
  const range = document.createRange();
  const nodes = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  while (nodes.nextNode()) {
    const at = nodes.currentNode.textContent!.indexOf(part);
    if (at < 0) continue;
    range.setStart(nodes.currentNode, at);
    range.setEnd(nodes.currentNode, at + part.length);
    return range;
  }
  throw new Error(`"${part}" is not in "${element.textContent}".`);
}

/**
 * Presses a part of the text of a section that is not selected, with two clicks if `double` is set. Returns the point
 * of the press in the window.
 */
export async function pressText(
  id: string,
  part: string,
  { double = false, atEdge = false } = {},
): Promise<{ x: number; y: number }> {
  const element = otherText(id);
  // At the lower edge of the text the actions of the selected words may cover it.
  element.scrollIntoView({ block: 'center' });
  if (atEdge) {
    const text = element.closest('section')!;
    text.scrollTop -= text.getBoundingClientRect().bottom - element.getBoundingClientRect().bottom - 2;
  }
  const box = element.getBoundingClientRect();
  const { x, y, width, height } = rangeOf(element, part).getBoundingClientRect();
  const point = { x: x + width / 2, y: y + height / 2 };
  const position = { x: point.x - box.x, y: point.y - box.y };
  const locator = page.otherText(id);
  await (double ? locator.dblClick({ position }) : locator.click({ position }));
  return point;
}

/** Selects text from a part of one section's text to a part of another's, neither of them selected. */
export function selectText([from, first]: [string, string], [to, last]: [string, string]): void {
  otherText(from).dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
  const [begin, end] = [rangeOf(otherText(from), first), rangeOf(otherText(to), last)];
  window
    .getSelection()!
    .setBaseAndExtent(begin.startContainer, begin.startOffset, end.endContainer, end.endOffset);
}

/** Returns the buttons that select sections, in the list's order. */
export const rowElements = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('[data-select]')];
export const rowTitles = (): (string | null)[] => rowElements().map((row) => row.textContent);

const list = page.getByRole('list', { name: /^Sections/ });
/** The list item of a section, by its index from 0. */
export const item = (place: number): Locator => list.getByRole('listitem').nth(place);
export const row = (title: string): Locator => list.getByRole('button', { name: title, exact: true });

export async function selectedIs(title: string): Promise<void> {
  await expect.poll(() => document.querySelector('[data-select][aria-current]')?.textContent).toBe(title);
}

/** Waits until the preview's playhead is at a second of the video. */
export async function positionIs(second: number): Promise<void> {
  const position = page
    .getByRole('region', { name: 'Preview', exact: true })
    .getByRole('slider', { name: 'Position' });
  await expect.poll(() => Number(position.element().getAttribute('aria-valuenow'))).toBeCloseTo(second, 1);
}

export async function hasFocus(text: string): Promise<void> {
  await expect.poll(() => document.activeElement?.textContent).toBe(text);
}

/** The field of the selected section's text. Presses Rewrite if the words are shown instead. */
export async function textField(): Promise<Locator> {
  const tab = page.getByRole('tab', { name: 'Text', exact: true });
  if (tab.query()) await tab.click();
  const field = page.getByRole('textbox', { name: 'Transcription' });
  const rewrite = page.getByRole('button', { name: 'Rewrite', exact: true });
  await expect.element(field.or(rewrite)).toBeVisible();
  if (rewrite.query()) await rewrite.click();
  await expect.element(field).toBeVisible();
  return field;
}
