import { type ReactElement, useEffect, useRef, useSyncExternalStore } from 'react';
import { WifiOff } from 'lucide-react';
import { useConnectionLost, useUserCall } from '../../hooks/use-user.ts';
import { queryClient } from '../../lib/api/query-client.ts';
import { SAVED_ON_DEVICE, useUnsent } from '../../lib/api/unsent.ts';

/**
 * Shows in the header that the page is offline, so that it stays visible. Reloads the shown data when the
 * network is back.
 */
export function OfflineLine(): ReactElement | null {
  const online = useOnline();
  const lost = useConnectionLost();
  const { refetch } = useUserCall();
  const waits = useUnsent(({ waiting }) => waiting.size > 0);
  const fine = online && !lost;
  const wasFine = useRef(true);
  useEffect(() => {
    if (fine && !wasFine.current) void queryClient.invalidateQueries();
    wasFine.current = fine;
  }, [fine]);
  if (fine) return null;
  return (
    <div
      role="alert"
      className="bg-warn text-on-accent flex flex-wrap items-center justify-center gap-x-3 px-4 py-1.5 text-sm"
    >
      <span className="flex items-center gap-2">
        <WifiOff aria-hidden size={16} className="shrink-0" />
        {online ? 'Connection to the server lost.' : 'You are offline.'}
        {waits ? ` ${SAVED_ON_DEVICE}` : null}
      </span>
      {online ? (
        <button
          type="button"
          onClick={() => void refetch({ cancelRefetch: false })}
          className="min-h-6 font-medium underline"
        >
          Try Again
        </button>
      ) : null}
    </div>
  );
}

function subscribe(changed: () => void): () => void {
  window.addEventListener('online', changed);
  window.addEventListener('offline', changed);
  return () => {
    window.removeEventListener('online', changed);
    window.removeEventListener('offline', changed);
  };
}

function useOnline(): boolean {
  return useSyncExternalStore(subscribe, () => navigator.onLine);
}
