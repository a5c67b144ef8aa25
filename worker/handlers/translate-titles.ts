import { generationInputSchema } from '#contract/jobs/generation.ts';
import { translateTitles } from '#contract/jobs/titles.ts';
import { translationInputSchema } from '#contract/jobs/translation.ts';
import { StepError } from '#core/lib/errors.ts';
import { titlesKey } from '#core/film/keys.ts';
import { nameOf } from '../engine-set/engine-set.ts';
import type { Handler } from './handler.ts';

/** Translates the titles of a run's input, all titles of a language together. */
export const handleTranslateTitles: Handler<'translate-titles'> = async (context) => {
  const { backend, engines, run, signal, report } = context;
  const inputSchema = run.kind === 'translation' ? translationInputSchema : generationInputSchema;
  const { titles = [], language } = inputSchema.parse(run.input);
  const { translator } = engines;
  if (!translator) throw new StepError('no_translator', 'No translator is set up on the worker.');
  const key = titlesKey(nameOf(translator), titles, language);
  return backend.artifacts.build(translateTitles, key, run.userId, async () => {
    const texts = titles.map(() => '');
    const languages = [...new Set(titles.map(({ translateFrom }) => translateFrom))];
    for (const [turn, from] of languages.entries()) {
      const places = titles.flatMap((title, place) => (title.translateFrom === from ? place : []));
      const translated = await translator.translate({
        texts: places.map((place) => titles[place]!.text),
        from,
        to: language,
        signal,
        onProgress: (fraction) => report((turn + fraction) / languages.length),
      });
      places.forEach((place, index) => (texts[place] = translated[index]!));
    }
    return { data: { texts }, files: [] };
  });
};
