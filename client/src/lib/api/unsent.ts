import { create } from 'zustand';

/** The message about a change that reached no server and that this browser stores. */
export const SAVED_ON_DEVICE = 'Saved on this device. Will sync when you are back online.';
/** The message about anything else that could not be sent. */
export const NOT_SENT = 'You are offline. Try again when you are back online.';

/** The changes that wait for a server, on all screens. */
export const useUnsent = create<{ waiting: ReadonlySet<string> }>(() => ({ waiting: new Set() }));

/** Whether a change waits for a server. */
export function setUnsent(id: string, isWaiting: boolean): void {
  useUnsent.setState(({ waiting }) => {
    const next = new Set(waiting);
    if (isWaiting) next.add(id);
    else next.delete(id);
    return { waiting: next };
  });
}
