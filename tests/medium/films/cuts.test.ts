import { expect, it } from 'vitest';
import { remainingParts } from '#film/time/cuts.ts';
import { sinceStart } from '#film/time/section-length.ts';
import { sectionRenderer } from '../../helpers/films/section-renderer.ts';
import { countOf, lumas, makeSource, samplesOf, sectionOf, tempFolder } from '../../helpers/media/lavfi.ts';

const at = tempFolder();
const render = sectionRenderer(at);
const RATE = 48_000;
/** A picture that counts its frames from 0 to 19, and a beep of 0.2 s at the start of each second. */
const BEEPS = "aevalsrc='if(lt(mod(t,1),0.2),0.5*sin(2*PI*1000*t),0)':s=48000";
const CUTS = [
  { startMs: 533, endMs: 1491 },
  { startMs: 2517, endMs: 2790 },
  { startMs: 3410, endMs: 4120 },
];

async function rendered(source: string, range: Parameters<typeof sectionOf>[1], more = {}) {
  const spec = await sectionOf(source, range, more);
  const { outFile, frames } = await render(spec);
  return { frames, excerpt: spec.excerpt, samples: await samplesOf(outFile), lumas: await lumas(outFile) };
}

/** Returns when sounds begin after at least 50 ms of silence, in ms. */
function onsets(samples: Float32Array): number[] {
  const onsetTimes: number[] = [];
  let last = -Infinity;
  for (const [index, sample] of samples.entries()) {
    if (Math.abs(sample) < 0.05) continue;
    if (index - last > RATE / 20) onsetTimes.push((index * 1000) / RATE);
    last = index;
  }
  return onsetTimes;
}

// product 19.2
it.each([
  ['at its own speed', 1],
  ['at twice its speed', 2],
])('plays what the cuts leave, with video and audio in sync to the end, %s', async (_, speed) => {
  const source = at('beeps.mov');
  await makeSource(source, { seconds: 6, sound: BEEPS, args: ['-c:a', 'pcm_s16le'] });
  const film = await rendered(source, { startMs: 0, endMs: 6000, cuts: CUTS, speed });
  const frames = Math.round(((6000 - 1941) / speed) * 0.03);
  expect([film.frames, film.samples.length, film.lumas.length]).toEqual([frames, frames * 1600, frames]);
  // Nothing of the second beep is left, and only the end of the fifth.
  const expected = [0, 2000, 3000, 4120, 5000].map((ms) => sinceStart(film.excerpt, ms));
  const actual = onsets(film.samples);
  expect(actual).toHaveLength(expected.length);
  for (const [index, ms] of expected.entries()) expect(Math.abs(actual[index]! - ms)).toBeLessThan(25);
  let part = 0;
  const parts = remainingParts(film.excerpt);
  for (const [frame, luma] of film.lumas.entries()) {
    const ms = (frame * 1000) / 30;
    // A part begins at the frame nearest to its time.
    while (part < parts.length - 1 && sinceStart(film.excerpt, parts[part + 1]!.startMs) <= ms + 500 / 30) {
      part += 1;
    }
    const sourceMs = parts[part]!.startMs + (ms - sinceStart(film.excerpt, parts[part]!.startMs)) * speed;
    const apart = (countOf(luma) - Math.floor((sourceMs * 30) / 1000) + 200) % 20;
    expect([0, 1, 19, ...(speed > 1 ? [2, 18] : [])]).toContain(apart);
  }
});

// product 19.2
it('does not click at any of many cuts', async () => {
  const source = at('tone.mov');
  const tone = "aevalsrc='0.5*sin(2*PI*440*t)':s=48000";
  await makeSource(source, { seconds: 10, sound: tone, args: ['-c:a', 'pcm_s16le'] });
  const cuts = Array.from({ length: 60 }, (_, i) => ({
    startMs: 201 + i * 157,
    endMs: 201 + i * 157 + 50 + (i % 7),
  }));
  const { samples } = await rendered(source, { startMs: 0, endMs: 10_000, cuts });
  // A tone of this height and loudness changes by 0.029 from one sample to the next.
  let highest = 0;
  for (let i = 1; i < RATE * 6; i += 1) highest = Math.max(highest, Math.abs(samples[i]! - samples[i - 1]!));
  expect(highest).toBeLessThan(0.04);
});

it('cuts the original under a narration, and shows more of it after the last part', async () => {
  const source = at('under.mov');
  await makeSource(source, { seconds: 6, sound: BEEPS, args: ['-c:a', 'pcm_s16le'] });
  const film = await rendered(
    source,
    { startMs: 0, endMs: 3000, cuts: [{ startMs: 500, endMs: 1500 }] },
    { narrationMs: 3000, room: { availableMs: 1000, leastMs: 0 } },
  );
  expect(film.frames).toBe(film.lumas.length);
  const frameNumbers = film.lumas.map(countOf);
  expect(frameNumbers.slice(0, 20)).toEqual([...Array.from({ length: 15 }, (_, i) => i), 5, 6, 7, 8, 9]);
  // The beeps at 2 and 3 s. With the narration's tempo, nothing of the original changes.
  expect(film.frames).toBeGreaterThan(60);
  expect(onsets(film.samples)[1]).toBeCloseTo(1000, -2);
});
