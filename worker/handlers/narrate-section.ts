import { join } from 'node:path';
import { generationInputSchema, narrateSection, translateSection } from '#contract/jobs/generation.ts';
import { StepError } from '#core/lib/errors.ts';
import { voiceSpeed } from '#film/time/fit.ts';
import { narrationKey } from '#core/film/keys.ts';
import { stepKey } from '#core/lib/step-key.ts';
import { normaliseNarration } from '../media/voice-loudness.ts';
import { recordNarration } from '../narration/record.ts';
import type { Handler } from './handler.ts';
import { narratedSectionAt } from './section-at.ts';

/**
 * Records a section's narration: at the voice's normal pace or, if that does not fit the section, a little
 * faster.
 */
export const handleNarrateSection: Handler<'narrate-section'> = async (context) => {
  const { backend, engines, run, input, dependencies, signal, report } = context;
  const section = narratedSectionAt(run, input.index);
  const sections = generationInputSchema.parse(run.input).sections.length;
  const translated = dependencies[stepKey(translateSection, input.index)];
  const translation = translated ? await backend.artifacts.find(translateSection, translated) : undefined;
  const spoken = { ...section.narration, text: translation?.data.text ?? section.narration.text };

  const speakers = engines.voices?.keyFor(spoken) ?? null;
  if (!engines.voices || speakers === null) {
    throw new StepError('no_voice', 'No voice is installed on the worker, so no text can be read aloud.');
  }
  const { engine, speaker } = engines.voices.speakerOf(spoken, spoken.text);

  const record = (speed: number) =>
    backend.artifacts.build(
      narrateSection,
      narrationKey(speakers, spoken, speed),
      run.userId,
      async (dir) => {
        const raw = join(dir, 'raw.wav');
        const { text, language } = spoken;
        const onProgress = (fraction: number) =>
          report(fraction * 0.9, `Recording section ${input.index + 1} of ${sections}`);
        const sentences = await recordNarration({
          voice: engine,
          text,
          language,
          ...speaker,
          speed,
          dir,
          outFile: raw,
          signal,
          onProgress,
        });
        const output = join(dir, 'narration.wav');
        const normalised = await normaliseNarration({ ffmpeg: backend.ffmpeg, input: raw, output, signal });
        const inMade = (ms: number) =>
          Math.max(0, Math.min(normalised.durationMs, ms - normalised.trimmedMs));
        return {
          data: {
            durationMs: normalised.durationMs,
            speed,
            voice: engine.id,
            speaker: speaker.speaker,
            language,
            sentences: sentences.map(({ text, startMs, endMs }) => ({
              text,
              startMs: inMade(startMs),
              endMs: inMade(endMs),
            })),
          },
          files: ['narration.wav'],
        };
      },
    );

  const own = await record(1);
  const still = section.media.kind !== 'video';
  const faster = voiceSpeed(own.data.durationMs, { excerpt: section, still });
  return faster === 1 ? own : record(faster);
};
