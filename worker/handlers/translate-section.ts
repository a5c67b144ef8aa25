import { translateSection } from '#contract/jobs/generation.ts';
import { StepError } from '#core/errors.ts';
import { translationKey } from '#core/film/keys.ts';
import { nameOf } from '../engines.ts';
import type { Handler } from './handler.ts';
import { narratedSectionAt } from './section-at.ts';

/** Translates a section's text into the film's language. */
export const handleTranslateSection: Handler<'translate-section'> = async (context) => {
  const { backend, engines, run, input, signal, report } = context;
  const { narration } = narratedSectionAt(run, input.index);
  const { translator } = engines;
  if (!translator || narration.translateFrom === null) {
    throw new StepError('no_translator', 'No translator is set up on the worker.');
  }
  const key = translationKey(nameOf(translator), narration);
  return backend.artifacts.build(translateSection, key, run.user_id, async () => {
    const [text] = await translator.translate({
      texts: [narration.text],
      from: narration.translateFrom!,
      to: narration.language,
      signal,
      onProgress: report,
    });
    return { data: { text: text! }, files: [] };
  });
};
