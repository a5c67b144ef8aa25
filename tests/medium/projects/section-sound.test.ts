import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import type { Project } from '#contract/projects.ts';
import type { Section } from '#contract/sections.ts';
import { ffmpeg, levelDb, samplesOf } from '../../helpers/media/lavfi.ts';
import { startStack } from '../../helpers/processes/stack.ts';
import { openProcessed } from '../../helpers/processes/tiny-project.ts';

const library = await mkdtemp(join(tmpdir(), 'cutroom-library-'));
afterAll(() => rm(library, { recursive: true, force: true }));
const source = join(library, 'valley.mp4');
/** The speech, as the subtitles beside the video have it: a sentence every 4 s. */
const TRANSCRIPTS = [
  'The reefer begins as a small stream here.',
  'In spring the snow melts and water runs.',
  'Farmers in the valley wait for warm days.',
  'They plant corn and beans in long rows.',
  'Children walk to school beside the old mill.',
];
const cue = (text: string, i: number) =>
  `${i + 1}\n00:00:${time(4 * i)} --> 00:00:${time(4 * i + 4)}\n${text}\n`;
const time = (seconds: number) => `${String(seconds).padStart(2, '0')},000`;
await writeFile(join(library, 'valley.srt'), TRANSCRIPTS.map(cue).join('\n'));
// A rising tone: no two moments of it are the same.
const inputs = ['testsrc2=s=320x180:r=25:d=20', "aevalsrc='0.3*sin(2*PI*(200+30*t)*t)':s=48000:d=20"];
const encode = '-c:v libx264 -preset ultrafast -pix_fmt yuv420p -c:a aac -b:a 192k'.split(' ');
await ffmpeg(...inputs.flatMap((input) => ['-f', 'lavfi', '-i', input]), ...encode, source);
const stack = await startStack({ LIBRARY_DIR: library });
await stack.startWorker();

const RATE = 48_000;
/** Returns how much of one sound is contained in another, 0 to 1, whatever their levels are. */
function likeness(a: Float32Array, b: Float32Array): number {
  let [together, ofA, ofB] = [0, 0, 0];
  for (let i = 0; i < Math.min(a.length, b.length); i += 1) {
    together += a[i]! * b[i]!;
    ofA += a[i]! ** 2;
    ofB += b[i]! ** 2;
  }
  return Math.abs(together) / Math.sqrt(ofA * ofB || 1);
}
/** Cuts out a part away from the joins, where sections fade. */
const part = (samples: Float32Array, fromSeconds: number, seconds: number) =>
  samples.subarray(Math.round((fromSeconds + 0.2) * RATE), Math.round((fromSeconds + seconds - 0.2) * RATE));

/** Returns the cues of a .vtt file, in seconds. */
const cuesOf = (vtt: string) =>
  [...vtt.matchAll(/^(\d+):(\d+):([\d.]+) --> .*\n([\s\S]*?)(?:\n\n|$)/gm)].map(([, h, m, s, text]) => ({
    start: Number(h) * 3600 + Number(m) * 60 + Number(s),
    text: text!.replaceAll('\n', ' '),
  }));

it('renders the speaker with captions of a correction, and sections that are muted, narrated or original', async () => {
  const { call, events, projectId } = await openProcessed(stack, 'valley');
  const read = () => call<Project>('GET', `/api/projects/${projectId}`);
  const update = (id: string, patch: object) => call<Section>('PATCH', `/api/sections/${id}/update`, patch);
  // One section for each sentence, except that the last two stay together.
  for (const at of [4, 8, 12]) {
    const { sections } = await read();
    const around = sections.find(({ startTime, endTime }) => startTime < at - 0.5 && endTime > at + 0.5);
    if (around) await call('POST', `/api/sections/${around.id}/split`, { at });
  }
  const [corrected, muted, narrated, untouched] = (await read()).sections as [
    Section,
    Section,
    Section,
    Section,
  ];
  expect(corrected.transcription).toBe(TRANSCRIPTS[0]);
  const text = corrected.transcription.replace('reefer', 'river');
  await update(corrected.id, { transcription: text });
  await update(muted.id, { sound: 'muted' });
  await update(narrated.id, { sound: 'narrated' });
  await update(untouched.id, { sound: 'original' });

  const generated = Promise.race([
    events.until('run.completed', ({ run }) => run.kind === 'generation'),
    events.until('run.failed', ({ run }) => run.kind === 'generation'),
  ]);
  await call('POST', `/api/projects/${projectId}/generate`, { quality: '720p' });
  expect((await generated).run).toMatchObject({ status: 'completed' });

  const project = await read();
  const [film] = project.films;
  const path = join(library, '.film.mp4');
  await writeFile(path, Buffer.from(await (await fetch(stack.url + film!.finalVideoLink)).arrayBuffer()));
  const [all, original] = await Promise.all([samplesOf(path), samplesOf(source)]);
  const measured: Record<string, { like: number; level: number; start: number; section: Section }> = {};
  let start = 0;
  for (const section of project.sections) {
    const length = section.effectiveDuration;
    const sound = part(all, start, length);
    const spoken = part(original, section.startTime, section.duration);
    measured[section.id] = { like: likeness(sound, spoken), level: levelDb(sound), start, section };
    start += length;
  }
  const of = ({ id }: Section) => measured[id]!;
  for (const same of [of(corrected), of(untouched)]) {
    expect(same.like).toBeGreaterThan(0.95);
    expect(same.level).toBeGreaterThan(-30);
  }
  expect(of(muted).level).toBeLessThan(-80);
  expect(of(narrated).level).toBeGreaterThan(-30);
  expect(of(narrated).like).toBeLessThan(0.5);

  const cues = cuesOf(await (await fetch(stack.url + film!.subtitles!.vtt)).text());
  const within = (section: Section) => {
    const { start: from, section: playedSection } = of(section);
    const inIt = cues.filter(
      (one) => one.start >= from && one.start < from + playedSection.effectiveDuration,
    );
    return inIt.map((one) => one.text).join(' ');
  };
  expect(within(corrected)).toBe(text);
  expect(within(muted)).toBe(TRANSCRIPTS[1]);
  expect(within(narrated)).toBe(TRANSCRIPTS[2]);
  expect(within(untouched)).toContain(TRANSCRIPTS[3]);
});
