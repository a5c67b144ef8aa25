import type { ReactElement } from 'react';
import { Languages } from 'lucide-react';
import { Button } from '../../../components/ui/controls/Button.tsx';
import { Notice } from '../../../components/ui/messages/Notice.tsx';
import { useConfig } from '../../../hooks/use-config.ts';
import { plural } from '../../../lib/format.ts';
import { TranslationPanel } from './TranslationPanel.tsx';
import type { GenerationPlan } from './use-generation-plan.ts';
import type { Translation } from './use-translation.ts';

/** What will happen to texts in another language than the film's, and how to read their translations before. */
export function PlanNotice({
  plan,
  translation: { run, starting, start },
}: {
  plan: GenerationPlan | undefined;
  translation: Translation;
}): ReactElement | null {
  const config = useConfig();
  if (run) return <TranslationPanel run={run} />;
  if (!plan || plan.untranslated === 0) return null;
  const { untranslated, readAsWritten } = plan;
  const lacksLanguage = (config?.engines.translator ?? 'none') !== 'none';
  const translated = untranslated - readAsWritten;
  return (
    <>
      {translated > 0 ? (
        <Notice
          action={
            <Button size="sm" inactive={starting} onClick={start}>
              <Languages aria-hidden size={16} /> {starting ? 'Starting...' : 'Translate all'}
            </Button>
          }
        >
          {translated} {plural(translated, 'text')} will be translated when you generate. Translate now to
          read and correct {translated === 1 ? 'it' : 'them'} before.
        </Notice>
      ) : null}
      {readAsWritten > 0 ? (
        <Notice tone="warn">
          {lacksLanguage ? 'The translator here lacks this language' : 'No translator is set up'}:{' '}
          {readAsWritten} {readAsWritten === 1 ? 'text is read as' : 'texts are read as'} written. Write the{' '}
          {plural(readAsWritten, 'text')} in this language yourself, or have its models installed.
        </Notice>
      ) : null}
    </>
  );
}
