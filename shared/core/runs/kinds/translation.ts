import { translateSection } from '#contract/jobs/generation.ts';
import {
  finishTranslation,
  type TranslationInput,
  translationInputSchema,
} from '#contract/jobs/translation.ts';
import { LANGUAGES } from '#contract/primitives.ts';
import { stepKey } from '../../lib/step-key.ts';
import { findArtifacts } from '../../repositories/media/artifacts.ts';
import { refuseContentOver } from '../../repositories/account/holdings.ts';
import { lockProject } from '../../repositories/projects/projects.ts';
import { recordEdit } from '../../repositories/projects/section-edits.ts';
import { storeTranslation, touchSection } from '../../repositories/projects/sections.ts';
import { translateWeight } from '../weights.ts';
import { storeTitles, planTitles } from './titles.ts';
import { defineKind, projectOf } from './kind.ts';

/**
 * Translates the texts of a project's sections, for the creator to read and correct before a film is made.
 */
export const translation = defineKind<TranslationInput>({
  input: translationInputSchema,
  costsCredit: false,
  needsRoom: false,
  changesSections: true,
  keepsSteps: false,
  plan: async (_, { sections, titles }) => {
    const texts = sections.map(({ text }, index) => ({
      key: stepKey(translateSection, index),
      job: translateSection.name,
      input: { index },
      dependsOn: [],
      weight: translateWeight(text.length),
    }));
    const steps = [...texts, ...planTitles(titles)];
    const last = {
      key: finishTranslation.name,
      job: finishTranslation.name,
      input: {},
      dependsOn: steps.map(({ key }) => key),
      // Successful translations are stored.
      tolerant: true,
      weight: 50,
    };
    return [...steps, last];
  },
  async completed(trx, run, steps, caps) {
    const { language, sections, titles } = translationInputSchema.parse(run.input);
    const translations = steps.filter(({ job }) => job === translateSection.name);
    const artifacts = await findArtifacts(
      trx,
      translations.flatMap(({ artifactKey: key }) => key ?? []),
    );
    const projectId = projectOf(run);
    await lockProject(trx, projectId);
    const edit = { kind: 'translate', label: `Translate to ${languageName(language)}` };
    let count = 0;
    let titled = 0;
    await recordEdit(trx, projectId, edit, async () => {
      for (const step of translations) {
        const artifact = artifacts.get(step.artifactKey ?? '');
        if (!artifact) continue;
        const { sectionId, text: from } = sections[translateSection.input.parse(step.input).index]!;
        const { text } = translateSection.result.parse(artifact.data);
        await storeTranslation(trx, sectionId, { language, text, from });
        await touchSection(trx, sectionId);
        count += 1;
      }
      titled = await storeTitles(trx, { titles, language }, steps);
    });
    await refuseContentOver(trx, caps, { userId: run.userId, projectIds: [projectId] });
    // Titles are translated with the texts. They are reported only if there are no texts.
    const isTitles = sections.length === 0;
    const [done, all] = isTitles ? [titled, titles.length] : [count, sections.length];
    const failed = all - done;
    const reason = steps.find(({ state }) => state === 'failed')?.errorMessage;
    const [one, more] = isTitles ? ['title', 'titles'] : ['text', 'texts'];
    const result = `Translated ${done} ${done === 1 ? one : more} to ${languageName(language)}.`;
    const rest = `${failed} could not be translated${reason ? `: ${reason}` : '.'}`;
    return { message: failed === 0 ? result : `${result} ${rest}`, result: { translated: done } };
  },
});

const languageName = (code: string) => LANGUAGES.find((language) => language.code === code)!.name;
