import { useQuery } from '@tanstack/react-query';
import type { AppConfig } from '#contract/app-config.ts';
import * as calls from '#contract/calls/index.ts';
import { reading } from '../lib/api/queries.ts';

/** Returns what this installation supports; `undefined` while it loads. */
export function useConfig(): AppConfig | undefined {
  return useQuery(reading(calls.readConfig, {})).data;
}
