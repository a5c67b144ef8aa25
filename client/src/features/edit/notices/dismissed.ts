import { useState } from 'react';

const KEY = 'cutroom.dismissed-notices';
/** The number of projects whose dismissed notices this browser remembers. */
const MAX_PROJECTS = 50;

type Dismissed = Record<string, string[]>;

/** The stored keys by project; empty if they are missing or unreadable. */
function readAll(): Dismissed {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    return typeof stored === 'object' && stored !== null ? (stored as Dismissed) : {};
  } catch {
    return {};
  }
}

function readOf(projectId: string): string[] {
  const stored: unknown = readAll()[projectId];
  return Array.isArray(stored) ? stored.map(String) : [];
}

function write(projectId: string, marks: string[]): void {
  const { [projectId]: _, ...others } = readAll();
  const retained = Object.entries(others).slice(1 - MAX_PROJECTS);
  try {
    localStorage.setItem(KEY, JSON.stringify(Object.fromEntries([...retained, [projectId, marks]])));
  } catch {
    // If storage is full or forbidden, a dismissal lasts as long as the page.
  }
}

/** Returns a short hash of a notice's key, so that no text of a project is stored in the browser. */
function markOf(key: string): string {
  let hash = 0x811c9dc5;
  for (let at = 0; at < key.length; at += 1) hash = Math.imul(hash ^ key.charCodeAt(at), 0x01000193);
  return (hash >>> 0).toString(36);
}

interface Dismissals {
  isDismissed: (key: string) => boolean;
  dismiss: (key: string) => void;
  /** Shows all notices again. */
  restore: () => void;
}

/**
 * Returns the notices of a project that were dismissed in this browser. `visible` contains the keys of all
 * current notices.
 */
export function useDismissed(projectId: string, visible: string[]): Dismissals {
  const [marks, setMarks] = useState(() => readOf(projectId));
  const set = (next: string[]): void => {
    setMarks(next);
    write(projectId, next);
  };
  return {
    isDismissed: (key) => marks.includes(markOf(key)),
    // Hashes of notices that no longer exist are removed.
    dismiss: (key) => set([...visible.map(markOf).filter((mark) => marks.includes(mark)), markOf(key)]),
    restore: () => set([]),
  };
}
