import type { ReactElement } from 'react';
import type { Run } from '#contract/runs.ts';
import { plural } from '../../../lib/format.ts';
import { RunPanel } from '../parts/RunPanel.tsx';

/** The progress of a translation, with Cancel. */
export function TranslationPanel({ run }: { run: Run }): ReactElement {
  // One for each text, and one for all titles.
  const translations = Math.max(0, run.steps.total - 1);
  const detail = `${Math.min(run.steps.done, translations)} of ${translations} ${plural(translations, 'translation')}`;
  return <RunPanel run={run} label="Translation" doing="Translating the texts" detail={detail} />;
}
