import { translateSection } from '#contract/jobs/generation.ts';
import { StepError } from '#core/lib/errors.ts';
import { translationKey } from '#core/film/keys.ts';
import { nameOf } from '../engine-set/engine-set.ts';
import type { Handler } from './handler.ts';
import { textToTranslateAt } from './section-at.ts';

/** Translates a section's text, for a film or for its creator. */
export const handleTranslateSection: Handler<'translate-section'> = async (context) => {
  const { backend, engines, run, input, signal, report } = context;
  const request = textToTranslateAt(run, input.index);
  const { translator } = engines;
  if (!translator) throw new StepError('no_translator', 'No translator is set up on the worker.');
  const key = translationKey(nameOf(translator), request);
  return backend.artifacts.build(translateSection, key, run.userId, async () => {
    const [text] = await translator.translate({
      texts: [request.text],
      budgets: [request.budget],
      from: request.translateFrom,
      to: request.language,
      signal,
      onProgress: report,
    });
    return { data: { text: text! }, files: [] };
  });
};
