import { NOT_CONNECTED, NOT_CONNECTED_TITLE } from '#contract/channel.ts';
import { ApiError } from './api.ts';
import { keys } from './queries.ts';
import { queryClient } from './query-client.ts';
import { toast } from '../toast.ts';

/** Reports that the user has no connected channel. */
export function reportNotConnected(): void {
  toast({ title: NOT_CONNECTED_TITLE, description: NOT_CONNECTED, variant: 'destructive' });
}

/** Whether the server refused a call because the channel was disconnected elsewhere. Reports that if so. */
export function reportDisconnected(error: unknown): boolean {
  if (!(error instanceof ApiError) || error.status !== 403) return false;
  reportNotConnected();
  void queryClient.invalidateQueries({ queryKey: keys.user });
  return true;
}
