import { useEffect, useRef, type ReactElement } from 'react';
import { WifiOff } from 'lucide-react';
import { useOnline } from '../../hooks/use-online.ts';
import { queryClient } from '../../lib/query-client.ts';

/** A line of the header, so that it stays in sight. When the network is back, what is shown is read again. */
export function OfflineLine(): ReactElement | null {
  const online = useOnline();
  const wasOffline = useRef(false);
  useEffect(() => {
    if (online && wasOffline.current) void queryClient.invalidateQueries();
    wasOffline.current = !online;
  }, [online]);
  if (online) return null;
  return (
    <p
      role="alert"
      className="bg-warn text-on-accent flex items-center justify-center gap-2 px-4 py-1.5 text-sm"
    >
      <WifiOff aria-hidden size={16} className="shrink-0" />
      You are offline. Your work goes on when the connection is back.
    </p>
  );
}
