import type { ReactElement } from 'react';
import { useQuery } from '@tanstack/react-query';
import { keys } from '../../lib/queries.ts';
import { plural } from '../../lib/format.ts';

interface Plan {
  sections: number;
  toRender: number;
}

/** How much of the film must be made anew; what did not change is taken from before. */
export function RenderPlan({
  projectId,
  language,
  quality,
}: {
  projectId: string;
  language: string;
  quality: string;
}): ReactElement | null {
  const { data } = useQuery<Plan>({
    queryKey: [...keys.project(projectId), `generation-plan?language=${language}&quality=${quality}`],
    placeholderData: (previous) => previous,
  });
  if (!data) return null;
  return (
    <p className="text-muted text-xs tabular-nums max-lg:order-last max-lg:basis-full">
      {data.toRender} of {data.sections} {plural(data.sections, 'section')} to render
    </p>
  );
}
