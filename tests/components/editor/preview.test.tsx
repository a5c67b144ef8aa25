import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import * as calls from '#contract/calls/index.ts';
import { requestsOf } from '../../helpers/components/answers.ts';
import { button, openTab, press, region, shows } from '../../helpers/components/find.ts';
import {
  details,
  makeSpoken,
  row,
  rowItem,
  showsSelected,
  SPOKEN,
  textField,
  wordButtons,
} from '../../helpers/served/editing.ts';
import { makeProject, makeSection, PIXEL } from '../../helpers/served/project.ts';
import { openEditor } from '../../helpers/served/serve-project.ts';
import { itInFullTier } from '../../helpers/tier.ts';

const open = () => openEditor(...makeSpoken());
const previewed = region('Previewed section');
const player = region('Preview');
const position = player.getByRole('slider', { name: 'Position' });
const second = () => Number(position.element().getAttribute('aria-valuenow'));
const video = () => document.querySelector('video')!;
const updates = () => requestsOf(calls.updateSection).map(({ body }) => body);
const factsOf = () => previewed.element().querySelector('dl')!.innerText.replaceAll(/\s+/g, ' ');

describe('preview of the selected section', () => {
  // product 2.71, 2.77, 2.78
  itInFullTier('shows title, source, range, length, text and words of the selected section', async () => {
    await open();
    await row('Section 3').click();
    await expect.element(previewed.getByRole('textbox', { name: 'Title' })).toHaveValue('Section 3');
    await expect.element(await textField()).toHaveValue('Text 3.');
    await shows(previewed.getByText('Video 1 · Tests', { exact: true }));
    expect(factsOf()).toBe('Start 0:20.00 End 0:30.00 Duration 0:10.00');
    await press('Show the words');
    await expect.poll(() => wordButtons().map((word) => word.textContent.trim())).toEqual(SPOKEN);
    await shows(player.getByRole('button', { name: 'Play', exact: true }));
    expect(second()).toBe(20);
  });

  it('selects the next and the previous section from the player', async () => {
    await open();
    await press('Next section');
    await showsSelected('Section 2');
    await expect.poll(second).toBe(10);
    await press('Previous section');
    await showsSelected('Section 1');
    await expect.poll(second).toBe(0);
  });

  // product 19.6
  it('shows where a cut ends for a position in it, and steps over it by keyboard', async () => {
    await openEditor(makeProject({ sections: [makeSection(0, { cuts: [{ startMs: 4000, endMs: 6000 }] })] }));
    await shows(position);
    const track = position.element().closest('[dir]')!;
    const { width } = track.getBoundingClientRect();
    await userEvent.click(track, { position: { x: width * 0.55, y: 12 } });
    await expect.poll(second).toBe(6);
    (position.element() as HTMLElement).focus();
    await userEvent.keyboard('{ArrowLeft}');
    await expect.poll(second).toBe(3.95);
    await userEvent.keyboard('{ArrowRight}');
    await expect.poll(second).toBe(6);
    (document.activeElement as HTMLElement).blur();
    await userEvent.keyboard('{ArrowLeft}');
    await expect.poll(second).toBe(3);
    await userEvent.keyboard('{ArrowRight}');
    await expect.poll(second).toBe(6);
  });

  itInFullTier('plays a section at its speed in the film, times the speed of the preview', async () => {
    await open();
    await openTab('Frame');
    await page.getByLabelText('Speed in the film').selectOptions('1.5×');
    await expect.poll(updates).toEqual([{ speed: 1.5 }]);
    expect([video().playbackRate, video().preservesPitch]).toEqual([1.5, true]);
    await shows(details.getByText('Lasts 0:06.67 instead of 0:10.00.'));
    await openTab('Text');
    await expect.poll(factsOf).toContain('Duration 0:06.67');
    await shows(page.getByText('Total duration: 0:26.67', { exact: true }));
    await player.getByLabelText('Speed').selectOptions('2×');
    await expect.poll(() => video().playbackRate).toBe(3);
    await row('Section 2').click();
    await expect.poll(() => video().playbackRate).toBe(2);
    expect(updates()).toHaveLength(1);
  });

  // product 4.74
  itInFullTier('plays a section as loud as it is in the film', async () => {
    await open();
    await openTab('Sound');
    const slider = details.getByLabelText('Volume');
    await expect.element(slider).toHaveAttribute('aria-valuetext', '100%');
    await slider.fill('0.4');
    await expect.poll(updates).toEqual([{ volume: 0.4 }]);
    expect(video().volume).toBe(0.4);
    await shows(details.getByText('40%', { exact: true }));
    await row('Section 2').click();
    await expect.poll(() => video().volume).toBe(1);
  });

  itInFullTier('shows one length of a narrated image in its row, details, footer and preview', async () => {
    const image = makeSection(0, {
      media: 'image',
      narrated: true,
      voice: 'narrated',
      endTime: 3,
      effectiveDuration: 6.4,
      effectiveEstimated: true,
      saysWords: false,
      wordsKey: null,
      spoken: null,
      preview: {
        videoUrl: null,
        thumbnailUrl: PIXEL,
        peaksUrl: null,
        peaksPerSecond: 20,
        storyboard: null,
        duration: 3,
      },
    });
    await openEditor(makeProject({ sections: [image] }));
    await expect.element(rowItem('Section 1')).toHaveTextContent(/≈ 0:06\.40\s*·\s*0:00\.00 - 0:06\.40/);
    expect(factsOf()).toBe('Start 0:00.00 End 0:06.40 Duration ≈ 0:06.40');
    await shows(page.getByText('Total duration: 0:06.40', { exact: false }));
    const slider = page.getByRole('slider', { name: 'Position' });
    await expect.poll(() => Number(slider.element().getAttribute('aria-valuemax'))).toBeCloseTo(6.4, 2);
  });
});

describe('transcript words', () => {
  it('seeks to a pressed transcript word, and highlights it', async () => {
    await open();
    await expect.poll(() => wordButtons().length).toBe(SPOKEN.length);
    await page.elementLocator(wordButtons()[4]!).click();
    await expect.poll(second).toBe(5);
    await expect.poll(() => document.querySelector('[data-word][aria-current]')?.textContent).toBe(SPOKEN[4]);
  });

  itInFullTier('trims the section to words that are selected with Shift', async () => {
    await open();
    await expect.poll(() => wordButtons().length).toBe(SPOKEN.length);
    await page.elementLocator(wordButtons()[1]!).click();
    await page.elementLocator(wordButtons()[3]!).click({ modifiers: ['Shift'] });
    await press('Trim to selection');
    await expect.poll(updates).toEqual([{ startTime: 2, endTime: 4.5 }]);
  });

  itInFullTier('trims the section to words that are selected by two presses', async () => {
    await open();
    await press('Select words');
    await page.elementLocator(wordButtons()[2]!).click();
    await page.elementLocator(wordButtons()[5]!).click();
    await press('Trim to selection');
    await expect.poll(updates).toEqual([{ startTime: 3, endTime: 6.5 }]);
  });

  itInFullTier('keeps the range of a section when its text is rewritten', async () => {
    const { section } = await open();
    await (await textField()).fill('Short.');
    await expect.poll(updates).toEqual([{ transcription: 'Short.' }]);
    await expect.poll(factsOf).toBe('Start 0:00.00 End 0:10.00 Duration 0:10.00');
    expect(section(0)).toMatchObject({ transcription: 'Short.', startTime: 0, endTime: 10 });
  });
});

describe('range fields', () => {
  it.each(['start', 'end'])('explains the %s of a section at a sentence, in one line', async (edge) => {
    await open();
    await row('Section 2').click();
    await openTab('Frame');
    const tag = page.getByRole('button', { name: new RegExp(`^sentence ${edge}`) });
    await expect.element(tag).toHaveTextContent(`why the ${edge} is here: A sentence ${edge}s here.`);
    const range = document.createRange();
    range.selectNodeContents(tag.element().firstChild!);
    expect(range.getClientRects()).toHaveLength(1);
  });

  itInFullTier('moves the end of a section by a tenth of a second', async () => {
    await open();
    await openTab('Frame');
    await press('End 0.1 s earlier');
    await expect.poll(updates).toEqual([{ endTime: 9.9 }]);
  });

  itInFullTier('saves a typed start, and refuses one outside of the range', async () => {
    await open();
    await openTab('Frame');
    const start = page.getByRole('textbox', { name: 'Start' });
    await start.fill('2.5');
    await userEvent.keyboard('{Enter}');
    await expect.poll(updates).toEqual([{ startTime: 2.5 }]);
    await start.fill('99');
    await shows(page.getByText('Start must be a number of seconds, 0 to 9.5.'));
    await shows(button('Play'));
    expect(updates()).toHaveLength(1);
  });
});
