import { describe, expect, it } from 'vitest';
import { userEvent, type Locator } from 'vitest/browser';
import * as calls from '#contract/calls/index.ts';
import { MUSIC_DEFAULTS, type Music } from '#contract/music.ts';
import { requestsOf } from '../../helpers/components/answers.ts';
import { dialog, lacks, press, region, shows, toast } from '../../helpers/components/find.ts';
import { details, makeSpoken, row, serveListEdits, showsSelected } from '../../helpers/served/editing.ts';
import { openEditor, type ServedProject } from '../../helpers/served/serve-project.ts';
import { itInFullTier } from '../../helpers/tier.ts';

const strip = region('Film strip');
const clips = strip.getByRole('option');
const clip = (title: string): Locator => strip.getByRole('option', { name: new RegExp(`, ${title}, `) });
const key = (keys: string) => userEvent.keyboard(keys);
const boxOf = (locator: Locator): DOMRect => locator.element().getBoundingClientRect();
const widthOf = (title: string): number => boxOf(clip(title)).width;
/** The scrolling element of the strip. */
const viewport = (): HTMLElement => strip.element().querySelector<HTMLElement>('[data-viewport]')!;

/** Opens an editor of this many sections with an editable list. */
async function open(count = 3, changes: Parameters<typeof makeSpoken>[1] = {}): Promise<ServedProject> {
  const served = await openEditor(...makeSpoken(count, changes));
  serveListEdits(served);
  await shows(clips.first());
  return served;
}

describe('film strip', () => {
  // product 27.1
  it('labels each clip with its number, title, length and start in the film, and draws it to scale', async () => {
    const [project, wordsOf] = makeSpoken();
    const [first, second, third] = project.sections;
    const short = { ...second!, endTime: 15, duration: 5, effectiveDuration: 5 };
    await openEditor({ ...project, sections: [first!, short, third!] }, wordsOf);
    await shows(clips.first());
    expect(clips.elements().map((element) => element.ariaLabel)).toEqual([
      'Section 1, Section 1, 0:10, from 0:00',
      'Section 2, Section 2, 0:05, from 0:10',
      'Section 3, Section 3, 0:10, from 0:15',
    ]);
    expect(widthOf('Section 2')).toBeCloseTo(widthOf('Section 1') / 2);
    expect(boxOf(clip('Section 2')).left).toBeCloseTo(boxOf(clip('Section 1')).right, 1);
  });

  // product 27.2
  it('selects the clip of a pressed row, and the row of a pressed clip', async () => {
    await open();
    await expect.element(clip('Section 1')).toHaveAttribute('aria-selected', 'true');
    await row('Section 2').click();
    await expect.element(clip('Section 2')).toHaveAttribute('aria-selected', 'true');
    await expect.element(clip('Section 1')).toHaveAttribute('aria-selected', 'false');
    await clip('Section 3').click();
    await showsSelected('Section 3');
  });

  it('shows the whole title of the selected clip, beside its edges', async () => {
    await open();
    const inClip = (selector: string) =>
      clip('Section 1').element().querySelector(selector)!.getBoundingClientRect();
    await shows(clip('Section 1'));
    expect(inClip('[data-title]').left).toBeGreaterThanOrEqual(inClip('[data-edge=start]').right);
  });

  // product 27.2
  it('seeks to the pressed second of the film', async () => {
    await open();
    await clip('Section 3').click();
    const position = region('Preview').getByRole('slider', { name: 'Position' });
    await expect.poll(() => Number(position.element().getAttribute('aria-valuenow'))).toBeCloseTo(25, 0);
  });

  // product 27.2
  it('marks the second of the film that the preview shows', async () => {
    await open();
    const seconds = (): number => {
      const line = strip.element().querySelector('[data-playhead]')!.getBoundingClientRect();
      const { left, width } = boxOf(clip('Section 1'));
      return ((line.left + line.width / 2 - left) / width) * 10;
    };
    await row('Section 2').click();
    await expect.poll(seconds).toBeCloseTo(10, 1);
    document.body.focus();
    await key('{ArrowRight}{ArrowRight}');
    await expect.poll(seconds).toBeCloseTo(12, 1);
  });

  // product 27.3
  it('is one tab stop, goes to other clips by arrow keys, Home and End, and selects one by Enter', async () => {
    await open();
    clip('Section 1').element().focus();
    await key('{ArrowRight}');
    await expect.element(clip('Section 2')).toHaveFocus();
    const stops = clips.elements().filter((element) => (element as HTMLElement).tabIndex === 0);
    expect(stops).toEqual([clip('Section 2').element()]);
    await showsSelected('Section 1');
    await key('{Enter}');
    await showsSelected('Section 2');
    await key('{End}');
    await expect.element(clip('Section 3')).toHaveFocus();
    await key('{ArrowLeft}{ArrowLeft}{ArrowLeft}');
    await expect.element(clip('Section 1')).toHaveFocus();
    await key('{End}{Home}');
    await expect.element(clip('Section 1')).toHaveFocus();
  });

  // product 27.3
  it('moves the focused clip with Alt and the arrow keys, and keeps its focus', async () => {
    const { current } = await open();
    const [first, second, third] = current().sections.map(({ id }) => id);
    clip('Section 2').element().focus();
    await key('{Alt>}{ArrowRight}{/Alt}');
    await shows(toast('Sections Reordered'));
    await expect.element(clip('Section 2')).toHaveFocus();
    await expect.element(clip('Section 2')).toHaveAccessibleName('Section 3, Section 2, 0:10, from 0:20');
    await expect
      .poll(() => requestsOf(calls.reorderSections).map(({ body }) => body.sectionIds))
      .toEqual([[first, third, second]]);
  });

  // product 27.6
  it('splits the selected section at the playhead by its button', async () => {
    await open();
    await key('{ArrowRight}{ArrowRight}{ArrowRight}{ArrowRight}{ArrowRight}');
    await press('Split at the playhead');
    await shows(toast('Section Split'));
    await shows(clip('Section 1 \\(2\\)'));
    await expect.poll(() => requestsOf(calls.splitSection).map(({ body }) => body)).toEqual([{ at: 5 }]);
  });

  // product 27.7
  it('has a button at each join that names the transition and selects the section before it', async () => {
    await open();
    const join = (name: string) =>
      strip.getByRole('button', { name: `Transition after ${name}`, exact: true });
    await join('Section 2: Cut').click();
    await showsSelected('Section 2');
    await details.getByLabelText('Transition to the next section').selectOptions('Crossfade');
    await shows(join('Section 2: Crossfade'));
    join('Section 1: Cut').element().focus();
    await key('{ArrowRight}');
    await expect.element(join('Section 2: Crossfade')).toHaveFocus();
    await lacks(join('Section 3: Cut'));
  });
});

describe('music in the film strip', () => {
  const music: Music = {
    ...MUSIC_DEFAULTS,
    title: 'Dawn',
    fileName: 'dawn.mp3',
    duration: 60,
    gainDb: 0,
    url: '/media/music/dawn.mp3',
  };
  const lane = strip.getByRole('button', { name: 'Music of the film: Dawn', exact: true });

  // product 27.8
  itInFullTier('is as long as the film, and opens its dialog by a double click and by Enter', async () => {
    const [project, wordsOf] = makeSpoken();
    await openEditor({ ...project, music }, wordsOf);
    await shows(clips.first());
    expect(boxOf(lane).width).toBeCloseTo(widthOf('Section 1') * 3, 0);
    await lane.dblClick();
    await shows(dialog('Music'));
    await key('{Escape}');
    await lacks(dialog('Music'));
    lane.element().focus();
    await key('{Enter}');
    await shows(dialog('Music'));
  });

  // product 27.8
  it('has no lane in a film without music', async () => {
    await open();
    await lacks(strip.getByRole('button', { name: /^Music/ }));
  });
});

describe('zoom of the film strip', () => {
  // product 27.9
  it('zooms by its buttons and by plus, minus and 0, down to the whole film', async () => {
    await open();
    const whole = widthOf('Section 1');
    await press('Zoom in');
    await expect.poll(() => widthOf('Section 1')).toBeCloseTo(whole * 1.5, 0);
    clip('Section 1').element().focus();
    await key('+');
    await expect.poll(() => widthOf('Section 1')).toBeCloseTo(whole * 2.25, 0);
    await key('-');
    await expect.poll(() => widthOf('Section 1')).toBeCloseTo(whole * 1.5, 0);
    await key('0');
    await expect.poll(() => widthOf('Section 1')).toBeCloseTo(whole, 0);
    await expect
      .element(strip.getByRole('button', { name: 'Zoom out' }))
      .toHaveAttribute('aria-disabled', 'true');
  });

  // product 27.9
  it('zooms as far by many quick turns of the wheel as by slow ones', async () => {
    await open();
    const before = widthOf('Section 1');
    const turned = { deltaY: -10, ctrlKey: true, clientX: boxOf(clip('Section 1')).left, cancelable: true };
    for (let turn = 0; turn < 10; turn++) viewport().dispatchEvent(new WheelEvent('wheel', turned));
    await expect.poll(() => widthOf('Section 1')).toBeCloseTo(before * Math.exp(1), -1);
  });

  // product 27.9
  it('zooms around the pointer with Ctrl and the wheel, and scrolls with the wheel', async () => {
    await open();
    const before = boxOf(clip('Section 2'));
    const turn = (deltaY: number, ctrlKey: boolean): boolean => {
      const clientX = before.left + before.width / 2;
      const turned = { deltaY, ctrlKey, clientX, bubbles: true, cancelable: true };
      return viewport().dispatchEvent(new WheelEvent('wheel', turned));
    };
    await clip('Section 2').hover();
    expect(turn(-40, true)).toBe(false);
    await expect.poll(() => boxOf(clip('Section 2')).width).toBeCloseTo(before.width * Math.exp(0.4), 0);
    const zoomed = boxOf(clip('Section 2'));
    // Browsers scroll by whole pixels.
    expect(Math.abs(zoomed.left + zoomed.width / 2 - (before.left + before.width / 2))).toBeLessThan(1.5);
    turn(50, false);
    await expect.poll(() => boxOf(clip('Section 2')).left).toBeCloseTo(zoomed.left - 50, 0);
  });
});

describe('film strip of many sections', () => {
  // product 27.9
  itInFullTier('keeps the second under the pointer in every frame of a quick zoom', async () => {
    await open(300);
    await clip('Section 5').hover();
    const start = boxOf(clip('Section 5'));
    const clientX = start.left + start.width / 2;
    const shares: number[] = [];
    for (let turn = 0; turn < 60; turn++) {
      const deltaY = turn < 30 ? -8 : 8;
      viewport().dispatchEvent(new WheelEvent('wheel', { deltaY, ctrlKey: true, clientX, cancelable: true }));
      await new Promise((done) => requestAnimationFrame(done));
      const { left, width } = boxOf(clip('Section 5'));
      shares.push((clientX - left) / width);
    }
    expect(Math.max(...shares)).toBeLessThan(0.53);
    expect(Math.min(...shares)).toBeGreaterThan(0.47);
  });

  // product 27.10
  it('renders only the clips near the visible part, wherever it is scrolled', async () => {
    await open(300);
    expect(clips.elements().length).toBeLessThan(60);
    await expect.element(clips.first()).toHaveAttribute('aria-setsize', '300');
    // The strip may still be scrolling to the selected clip.
    await expect
      .poll(() => {
        viewport().scrollLeft = 1_000_000;
        return clip('Section 300').elements().length;
      })
      .toBe(1);
    expect(clips.elements().length).toBeLessThan(60);
    await row('Section 2').click();
    await shows(clip('Section 2'));
    await expect.poll(() => boxOf(clip('Section 2')).left).toBeGreaterThanOrEqual(boxOf(strip).left);
  });

  // product 27.10
  itInFullTier('shows the whole film in one drawing, in which a press selects a section', async () => {
    await open(300);
    await press('Show the whole film');
    await expect.poll(() => clips.elements().length).toBe(1);
    expect(viewport().scrollWidth).toBe(viewport().clientWidth);
    const list = strip.getByRole('listbox', { name: 'Clips' });
    const { width } = boxOf(list);
    await list.click({ position: { x: (width * 149.5) / 300, y: 30 } });
    await showsSelected('Section 150');
  });
});
