import { useQuery } from '@tanstack/react-query';
import type { AppConfig } from '#contract/app-config.ts';
import { keys } from '../lib/queries.ts';

/** What this installation can do; undefined until it is known. */
export function useConfig(): AppConfig | undefined {
  return useQuery<AppConfig>({ queryKey: keys.config }).data;
}
