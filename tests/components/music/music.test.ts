import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import * as calls from '#contract/calls/index.ts';
import { MUSIC_DEFAULTS, type Music } from '#contract/music.ts';
import { answer, requestsOf } from '../../helpers/components/answers.ts';
import { button, dialog, lacks, press, shows, toast } from '../../helpers/components/find.ts';
import { answerUndo } from '../../helpers/served/edits.ts';
import { openServed, serveSpoken } from '../../helpers/served/spoken-editor.ts';

const box = dialog('Music');
const pressIn = (name: string) => box.getByRole('button', { name, exact: true }).click();
const bodies = () => requestsOf(calls.setMusic).map(({ body }) => body);

/** A link to this many seconds of silence, as WAV of 8 bits. */
function silence(seconds: number): string {
  const rate = 8000;
  const samples = new Uint8Array(44 + rate * seconds).fill(128, 44);
  const view = new DataView(samples.buffer);
  const letters = (at: number, text: string) => samples.set(new TextEncoder().encode(text), at);
  letters(0, 'RIFF');
  view.setUint32(4, samples.length - 8, true);
  letters(8, 'WAVEfmt ');
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, rate, true);
  view.setUint32(28, rate, true);
  view.setUint16(32, 1, true);
  view.setUint16(34, 8, true);
  letters(36, 'data');
  view.setUint32(40, samples.length - 44, true);
  return URL.createObjectURL(new Blob([samples], { type: 'audio/wav' }));
}

/** Opens the music of a film that has some. */
async function open() {
  const served = serveSpoken();
  const music: Music = {
    ...MUSIC_DEFAULTS,
    title: 'Dawn',
    fileName: 'Dawn.wav',
    duration: 8,
    gainDb: 0,
    url: silence(8),
  };
  served.set((project) => ({ ...project, music }));
  answer(calls.setMusic, ({ body: { objectPath, ...settings } }) => {
    expect(objectPath).toBeUndefined();
    served.set((project) => ({ ...project, music: project.music && { ...project.music, ...settings } }));
  });
  answer(calls.removeMusic, () => served.set((project) => ({ ...project, music: null })));
  await openServed(served);
  await press(/^Film options/);
  await press('Music: Dawn');
  await shows(box);
  return { served, music };
}

describe('music', () => {
  it('shows the file and its length, and plays it until Stop', async () => {
    await open();
    await shows(box.getByText('Dawn.wav'));
    await shows(box.getByText('0:08', { exact: true }));
    await pressIn('Listen');
    await pressIn('Stop');
    await shows(box.getByRole('button', { name: 'Listen' }));
    await lacks(toast('Listening Failed'));
  });

  it('sends each changed setting of the music alone', async () => {
    await open();
    await box.getByLabelText('Volume').fill('0.5');
    await expect.poll(bodies).toHaveLength(1);
    await box.getByLabelText('Fade out').fill('1.5');
    await expect.poll(bodies).toHaveLength(2);
    await box.getByLabelText('Lower it while somebody speaks').click();
    await expect.poll(bodies).toHaveLength(3);
    await box.getByLabelText('Credit').fill('by Ann, CC BY 4.0');
    await userEvent.keyboard('{Enter}');
    await expect
      .poll(bodies)
      .toEqual([{ volume: 0.5 }, { fadeOut: 1.5 }, { ducked: false }, { credit: 'by Ann, CC BY 4.0' }]);
  });

  it('removes the music, and restores it on Undo', async () => {
    const { served, music } = await open();
    await pressIn('Remove music');
    await shows(toast('Music Removed'));
    await expect.poll(() => requestsOf(calls.removeMusic)).toHaveLength(1);
    await pressIn('Cancel');
    await lacks(box);
    answerUndo(served, 'Remove the music', (project) => ({ ...project, music }));
    await userEvent.keyboard('{Control>}z{/Control}');
    await press(/^Film options/);
    await shows(button('Music: Dawn'));
    await shows(page.getByText('3 of 3 sections to render'));
  });
});
