const KEY = 'cutroom.forgotten-runs';
/** The server tells for a week of what did not get through. */
const MOST = 50;

function read(): string[] {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '[]') as string[];
  } catch {
    return [];
  }
}
const forgotten = new Set(read());

/** Whether its end was dismissed in this browser. */
export const isForgotten = (runId: string): boolean => forgotten.has(runId);

export function rememberForgotten(runId: string): void {
  forgotten.add(runId);
  try {
    localStorage.setItem(KEY, JSON.stringify([...forgotten].slice(-MOST)));
  } catch {
    // Full or forbidden storage costs that it is told again, nothing else.
  }
}
