const KEY = 'cutroom.forgotten-runs';
/** The server reports failed runs for a week. */
const MOST = 50;

function read(): string[] {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '[]') as string[];
  } catch {
    return [];
  }
}
const forgotten = new Set(read());

/** Whether the run's result was dismissed in this browser. */
export const isForgotten = (runId: string): boolean => forgotten.has(runId);

export function rememberForgotten(runId: string): void {
  forgotten.add(runId);
  try {
    localStorage.setItem(KEY, JSON.stringify([...forgotten].slice(-MOST)));
  } catch {
    // If storage is full or forbidden, the result is only reported again.
  }
}
