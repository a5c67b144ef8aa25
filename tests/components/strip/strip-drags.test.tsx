import { afterEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent, type Locator } from 'vitest/browser';
import * as calls from '#contract/calls/index.ts';
import type { Section, SectionWords } from '#contract/sections.ts';
import { requestsOf } from '../../helpers/components/answers.ts';
import { press, region, shows, toast } from '../../helpers/components/find.ts';
import {
  makeSpoken,
  serveListEdits,
  serveUndo,
  showsTitles,
  wordButtons,
} from '../../helpers/served/editing.ts';
import { openEditor, type ServedProject } from '../../helpers/served/serve-project.ts';
import { itInFullTier } from '../../helpers/tier.ts';

const strip = region('Film strip');
const clip = (title: string): Locator => strip.getByRole('option', { name: new RegExp(`, ${title}, `) });
const boxOf = (locator: Locator): DOMRect => locator.element().getBoundingClientRect();
const orders = () => requestsOf(calls.reorderSections).map(({ body }) => body.sectionIds);
const updates = () => requestsOf(calls.updateSection).map(({ body }) => body);
const marker = (): Element | null => strip.element().querySelector('[data-drop]');

/** Opens an editor of three sections of ten seconds, with transcript words to which edges snap. */
async function open(
  second: Partial<Section> = {},
  sounds: Partial<SectionWords> = {},
): Promise<ServedProject> {
  const [project, wordsOf] = makeSpoken();
  const sections = project.sections.map((one, index) => (index === 1 ? { ...one, ...second } : one));
  const served = await openEditor({ ...project, sections }, (section) => {
    const words = wordsOf(section);
    return { ...words, heard: words.words, ...sounds };
  });
  serveListEdits(served);
  await shows(clip('Section 1'));
  await expect.poll(() => wordButtons().length).toBeGreaterThan(0);
  return served;
}

/** Drags a clip by its title's corner to a second of another clip. */
function dragTo(from: string, to: string, second: number): Promise<void> {
  const { width } = boxOf(clip(to));
  return userEvent.dragAndDrop(clip(from), clip(to), {
    sourcePosition: { x: 20, y: 50 },
    targetPosition: { x: (width * second) / 10, y: 50 },
  });
}

/** Drags an edge of a clip to a second of the clip. */
function dragEdge(title: string, edge: 'start' | 'end', second: number): Promise<void> {
  const handle = clip(title).element().querySelector(`[data-edge=${edge}]`)!;
  const { width } = boxOf(clip(title));
  const from = edge === 'start' ? 4 : width - 4;
  const by = ((second - (edge === 'start' ? 0 : 10)) * width) / 10;
  return userEvent.dragAndDrop(page.elementLocator(handle), clip(title), {
    sourcePosition: { x: 4, y: 6 },
    targetPosition: { x: from + by, y: 6 },
  });
}

/** Presses a clip and moves the pointer by this many pixels, without releasing it. */
function hold(title: string, by: number, pointerType = 'mouse'): { release: () => void } {
  vi.spyOn(Element.prototype, 'setPointerCapture').mockReturnValue();
  const element = clip(title).element();
  const { left, top } = boxOf(clip(title));
  const send = (type: string, clientX: number): void => {
    const facts = { clientX, clientY: top + 50, pointerId: 7, pointerType, bubbles: true, buttons: 1 };
    element.dispatchEvent(new PointerEvent(type, facts));
  };
  send('pointerdown', left + 20);
  send('pointermove', left + 20 + by);
  return { release: () => send('pointerup', left + 20 + by) };
}

afterEach(() => {
  vi.restoreAllMocks();
});

describe('dragging clips of the film strip', () => {
  // product 27.4
  it('moves a section to where its clip is dropped, as one edit that Undo restores', async () => {
    const served = await open();
    serveUndo(served, 'Reorder sections');
    const [first, second, third] = served.current().sections.map(({ id }) => id);
    await dragTo('Section 1', 'Section 3', 8);
    await shows(toast('Sections Reordered'));
    await showsTitles('Section 2', 'Section 3', 'Section 1');
    expect(orders()).toEqual([[second, third, first]]);
    await userEvent.keyboard('{Control>}z{/Control}');
    await showsTitles('Section 1', 'Section 2', 'Section 3');
  });

  // product 27.4
  it('moves all checked sections when any of them is dragged', async () => {
    const { current } = await open();
    const [first, second, third] = current().sections.map(({ id }) => id);
    await page.getByRole('checkbox', { name: 'Select Section 2' }).click();
    await page.getByRole('checkbox', { name: 'Select Section 3' }).click();
    await dragTo('Section 3', 'Section 1', 2);
    await showsTitles('Section 2', 'Section 3', 'Section 1');
    await expect.poll(orders).toEqual([[second, third, first]]);
  });

  // product 27.4
  it('marks the place of the drop, and changes nothing when Escape cancels', async () => {
    await open();
    const { left } = boxOf(clip('Section 1'));
    const heldDrag = hold('Section 1', boxOf(clip('Section 1')).width * 1.5);
    await expect.poll(marker).not.toBeNull();
    await expect.poll(() => boxOf(clip('Section 1')).left).toBeGreaterThan(left + 100);
    await userEvent.keyboard('{Escape}');
    await expect.poll(marker).toBeNull();
    heldDrag.release();
    expect(boxOf(clip('Section 1')).left).toBeCloseTo(left);
    await showsTitles('Section 1', 'Section 2', 'Section 3');
    expect(orders()).toEqual([]);
  });

  // product 27.4
  it('does not move a clip under a finger, which scrolls the strip', async () => {
    await open();
    const { left } = boxOf(clip('Section 1'));
    hold('Section 1', 300, 'touch').release();
    expect(boxOf(clip('Section 1')).left).toBeCloseTo(left);
    expect(orders()).toEqual([]);
  });
});

describe('trimming in the film strip', () => {
  // product 27.5
  itInFullTier('trims a section by one update when an edge of its clip is dragged', async () => {
    await open();
    await press('Snap to words');
    await dragEdge('Section 1', 'end', 7);
    await expect.poll(updates).toEqual([{ endTime: expect.closeTo(7, 0) }]);
    await expect.element(clip('Section 1')).toHaveAccessibleName(/0:07, from 0:00$/);
  });

  // product 27.5
  itInFullTier(
    'trims the start of a section, which then begins later in its video and ends earlier in the film',
    async () => {
      await open();
      await press('Snap to words');
      await dragEdge('Section 2', 'start', 4);
      await expect.poll(updates).toEqual([{ startTime: expect.closeTo(14, 0) }]);
      await expect.element(clip('Section 2')).toHaveAccessibleName(/0:06, from 0:10$/);
    },
  );

  // product 27.5
  itInFullTier('snaps an edge to the end of a word unless that is switched off', async () => {
    await open();
    await dragEdge('Section 1', 'end', 7.4);
    await expect.poll(updates).toEqual([{ endTime: 7.5 }]);
  });

  it.each([
    ['the beginning of a silence', 6.9, 7],
    ['the beginning of another section of its video', 8.1, 8],
    ['the playhead', 3.9, 4],
  ])('snaps an edge to %s', async (_place, second, snapped) => {
    // The second section begins within the first one.
    await open({ startTime: 8 }, { heard: [], silences: [{ startMs: 7000, endMs: 7600 }] });
    const { width } = boxOf(clip('Section 1'));
    await clip('Section 1').click({ position: { x: (width * 4) / 10, y: 50 } });
    await dragEdge('Section 1', 'end', second);
    await expect.poll(updates).toEqual([{ endTime: expect.closeTo(snapped, 1) }]);
  });

  // product 27.5
  it('leaves a section as it is when Escape cancels the trim', async () => {
    await open();
    await press('Snap to words');
    vi.spyOn(Element.prototype, 'setPointerCapture').mockReturnValue();
    const handle = clip('Section 1').element().querySelector('[data-edge=end]')!;
    const { width } = boxOf(clip('Section 1'));
    const send = (type: string, clientX: number): boolean =>
      handle.dispatchEvent(new PointerEvent(type, { clientX, pointerId: 7, bubbles: true, buttons: 1 }));
    send('pointerdown', 500);
    send('pointermove', 400);
    await expect.poll(() => boxOf(clip('Section 1')).width).toBeCloseTo(width - 100, 0);
    await userEvent.keyboard('{Escape}');
    await expect.poll(() => boxOf(clip('Section 1')).width).toBeCloseTo(width);
    send('pointerup', 400);
    expect(updates()).toEqual([]);
  });
});
