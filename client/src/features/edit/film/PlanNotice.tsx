import type { ReactElement } from 'react';
import { Notice } from '../../../components/ui/Notice.tsx';
import type { GenerationPlan } from './use-generation-plan.ts';

/** What will happen to texts in another language than the film's. */
export function PlanNotice({ plan }: { plan: GenerationPlan | undefined }): ReactElement | null {
  if (!plan || plan.untranslated === 0) return null;
  const { untranslated: count, translates } = plan;
  const one = count === 1;
  if (translates) {
    return (
      <Notice>
        {count} {one ? 'text' : 'texts'} will be translated when you generate.
      </Notice>
    );
  }
  return (
    <Notice tone="warn">
      No translator is set up: {count} {one ? 'text is read as' : 'texts are read as'} written.
    </Notice>
  );
}
