import type { ReactElement } from 'react';
import type { Project } from '#contract/projects.ts';
import { plural } from '../../../lib/format.ts';
import type { GenerationPlan } from './use-generation-plan.ts';

interface ToRenderProps {
  project: Project;
  plan: GenerationPlan | undefined;
}

type ToRenderCounts = Pick<GenerationPlan, 'toRender' | 'transitionsToRender'>;

/**
 * Shows how much of the film must be rendered. Its space is reserved, so that nothing moves when the number
 * arrives.
 */
export function ToRender({ plan, project }: ToRenderProps): ReactElement {
  const sections = project.sections.length;
  const transitions = project.sections.slice(0, -1).filter(({ transition }) => transition !== 'cut').length;
  const counts = plan ?? { toRender: sections, transitionsToRender: transitions };
  return <p className={plan ? undefined : 'invisible'}>{toRenderText(counts)}</p>;
}

/** Returns, for example, '3 sections and 1 transition to render'. */
function toRenderText({ toRender, transitionsToRender }: ToRenderCounts): string {
  const parts = [
    ...(toRender > 0 ? [`${toRender} ${plural(toRender, 'section')}`] : []),
    ...(transitionsToRender > 0
      ? [`${transitionsToRender} ${plural(transitionsToRender, 'transition')}`]
      : []),
  ];
  return parts.length === 0 ? 'Nothing to render' : `${parts.join(' and ')} to render`;
}
