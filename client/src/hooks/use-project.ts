import { useEffect } from 'react';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { Project } from '#contract/projects.ts';
import { keys } from '../lib/queries.ts';
import { takeRun } from '../lib/runs.ts';

/** A project with its sections; the runs it names join the live ones. */
export function useProject(projectId: string | null): UseQueryResult<Project> {
  const query = useQuery<Project>({ queryKey: keys.project(projectId ?? ''), enabled: projectId !== null });
  const { data } = query;
  useEffect(() => {
    if (data?.processing) takeRun(data.processing);
    if (data?.generation) takeRun(data.generation);
  }, [data]);
  return query;
}
