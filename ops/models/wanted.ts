import { LANGUAGES } from '#contract/primitives.ts';
import type { Config } from '#core/config/config.ts';
import { MODEL_IDS, MODEL_SETS, type ModelId } from '#core/models/manifest.ts';
import { UsageError } from '../lib/command.ts';

/**
 * Returns the models for languages, IDs or "all", or those of MODELS_LANGUAGES if none are given.
 * @throws UsageError
 */
export function modelsNamed({ models }: Config, names: readonly string[]): ModelId[] {
  const requested = names.length > 0 ? names : models.languages;
  const ids = requested.flatMap((name): readonly ModelId[] => {
    if (name === 'all') return MODEL_IDS;
    const language = LANGUAGES.find(({ code }) => code === name);
    if (language) return MODEL_SETS[language.code];
    if ((MODEL_IDS as readonly string[]).includes(name)) return [name as ModelId];
    throw new UsageError(
      `There is no model or language "${name}". The choices are: ${[...LANGUAGES.map(({ code }) => code), ...MODEL_IDS].join(', ')}.`,
    );
  });
  return [...new Set(ids)];
}
