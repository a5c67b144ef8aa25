import { mkdtemp, realpath, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TranscriptWord } from '#contract/jobs/processing.ts';
import { findExecutable, runEngine } from '../../engines/run-engine.ts';
import { parsePocketsphinxLine } from './parse-pocketsphinx.ts';
import { tidyWords } from '#text/transcript/tidy-words.ts';
import { unjoin } from '../chunks.ts';
import type { TranscribeInput, Transcriber } from '../transcriber.ts';
import { joinWav, readWavInfo, wavHeader } from '../../audio/wav.ts';

const COMMAND = 'pocketsphinx_continuous';
/** The silence after each span, after which the program begins a new utterance, in ms. */
const GAP_MS = 600;
/** Shorter audio contains no word, in ms. */
const SHORTEST_MS = 100;
/**
 * Hypotheses per frame: the default of 30,000 takes half as long again (noise: twice) and is no more
 * accurate.
 */
const MAX_HYPOTHESES = '5000';
/**
 * Without the second pass, which repeats the search among the words of the first one. It takes two fifths of
 * the processor time, and 964 words of people and voices had 28.9% errors with it, 26.6% without.
 */
const ONE_PASS = ['-fwdflat', 'no'];
/** The model's sample rate is 16 kHz. */
const SAMPLE_RATE = 16_000;

/** CMU Sphinx with the English model of its package: works offline, at 0.1 to 0.5 of real time. */
export function createPocketsphinx(): Transcriber {
  let usable = false;
  return {
    id: 'pocketsphinx',
    // The program does not report its version; the last number is ours.
    version: '5prealpha.3',
    languages: ['en'],
    rough: true,
    async unavailable() {
      if (usable) return null;
      const problem = await findProblem();
      usable = problem === null;
      return problem;
    },
    transcribe,
  };
}

async function transcribe({ wavPath, speech, workDir, signal, onProgress, log }: TranscribeInput) {
  const { durationMs } = await readWavInfo(wavPath);
  signal?.throwIfAborted();
  const words: TranscriptWord[] = [];
  let reached = 0;
  const reach = (fraction: number) => {
    if (fraction > reached) onProgress?.((reached = Math.min(1, fraction)));
  };
  if (speech.length > 0 && durationMs >= SHORTEST_MS) {
    const joined = join(await realpath(workDir), `pocketsphinx-${speech[0]!.startMs}.wav`);
    await joinWav(wavPath, joined, speech, GAP_MS);
    const { durationMs: joinedMs } = await readWavInfo(joined);
    const { size } = await stat(joined);
    await runEngine({
      command: COMMAND,
      args: argsFor(joined),
      signal,
      onLine(line) {
        const parsed = parsePocketsphinxLine(line);
        if (!parsed) return;
        if (parsed.word) words.push(parsed.word);
        reach(parsed.endMs / joinedMs);
      },
      // It prints only at the end of each passage, which may be long, so its reading position shows its
      // progress.
      reads: { path: joined, onRead: (bytes) => reach(bytes / size) },
    });
    await rm(joined);
  }
  reach(1);
  log?.debug({ words: words.length, durationMs }, 'pocketsphinx finished');
  return { language: 'en', words: tidyWords(unjoin(words, speech, GAP_MS), durationMs) };
}

function argsFor(wavPath: string): string[] {
  return [
    '-infile',
    wavPath,
    '-time',
    'yes',
    '-maxhmmpf',
    MAX_HYPOTHESES,
    ...ONE_PASS,
    '-logfn',
    '/dev/null',
  ];
}

/** Program and model can be missing independently, so a tenth of a second of silence is tried. */
async function findProblem(): Promise<string | null> {
  if (!findExecutable(COMMAND))
    return 'pocketsphinx is not installed (Debian: pocketsphinx pocketsphinx-en-us).';
  const folder = await mkdtemp(join(tmpdir(), 'cutroom-pocketsphinx-'));
  try {
    const wavPath = join(folder, 'silence.wav');
    const sound = Buffer.alloc(SAMPLE_RATE / 5);
    await writeFile(
      wavPath,
      Buffer.concat([wavHeader({ sampleRate: SAMPLE_RATE, channels: 1, dataBytes: sound.length }), sound]),
    );
    await runEngine({ command: COMMAND, args: argsFor(wavPath) });
    return null;
  } catch {
    return 'pocketsphinx does not start: its English model is missing (Debian: pocketsphinx-en-us).';
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
