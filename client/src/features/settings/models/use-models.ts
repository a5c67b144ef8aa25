import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import * as calls from '#contract/calls/index.ts';
import type { Models } from '#contract/models.ts';
import { call } from '../../../lib/api/api.ts';
import { attempt } from '../../../lib/api/attempt.ts';
import { keys, reading } from '../../../lib/api/queries.ts';
import { queryClient } from '../../../lib/api/query-client.ts';
import { useTransport } from '../../../lib/runs/realtime.ts';
import { failure } from '../parts/failure.ts';

/** The interval at which the download is polled while the socket is disconnected, in ms. */
const POLL_MS = 2000;

export type ChangeDownload = 'pause' | 'resume' | 'cancel';

const timesRead = () => queryClient.getQueryState(keys.models)?.dataUpdateCount;

/** Returns the models of this machine and the actions on them; `undefined` while they load. */
export function useModels() {
  const [busy, setBusy] = useState(false);
  const live = useTransport((state) => state.live);
  const { data, isError, refetch } = useQuery({
    ...reading(calls.readModels, {}),
    refetchInterval: ({ state }) =>
      !live && state.data?.download?.state === 'downloading' ? POLL_MS : false,
  });
  const send = async (work: () => Promise<Models>, sentence: string): Promise<void> => {
    setBusy(true);
    await attempt(
      async () => {
        const before = timesRead();
        const answer = await work();
        // An event arrived during the request and may describe a later state.
        if (timesRead() === before) queryClient.setQueryData(keys.models, answer);
        else await refetch();
      },
      failure('Models', `${sentence} Please try again.`),
    );
    setBusy(false);
  };
  return {
    models: data,
    isError,
    refetch,
    busy,
    download: (models: string[], accept: boolean) =>
      send(() => call(calls.downloadModels, { body: { models, accept } }), 'The download did not start.'),
    change: (action: ChangeDownload) =>
      send(() => call(calls.changeDownload, { body: { action } }), 'The download could not be changed.'),
  };
}
