import { useEffect } from 'react';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { Language } from '#contract/primitives.ts';
import type { Project } from '#contract/projects.ts';
import { readingProject } from '../lib/api/queries.ts';
import { storeRun } from '../lib/runs/runs.ts';

/** Loads a project with its sections, and stores its runs beside the live ones. */
export function useProject(projectId: string | null, language: Language = 'en'): UseQueryResult<Project> {
  const query = useQuery({
    ...readingProject(projectId ?? '', language),
    enabled: projectId !== null,
    // Another language of the same project replaces the shown one only when it is loaded.
    placeholderData: (previous) => (previous?.id === projectId ? previous : undefined),
  });
  const { data } = query;
  useEffect(() => {
    if (data?.processing) storeRun(data.processing);
    if (data?.generation) storeRun(data.generation);
    if (data?.publishing) storeRun(data.publishing);
    if (data?.translation) storeRun(data.translation);
    if (data?.hearing) storeRun(data.hearing);
    data?.preparations.forEach((run) => storeRun(run));
  }, [data]);
  return query;
}
