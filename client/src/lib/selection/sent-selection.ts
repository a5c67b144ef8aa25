import {
  addToSelection,
  removeFromSelection,
  takeOutSent,
  useSelection,
  type SelectedVideo,
} from './selection.ts';
import { readSession, writeSession } from '../session-storage.ts';

const SENT_KEY = 'cutroom.sent';
const SPENT_KEY = 'cutroom.spent-selections';
const MAX_SENT = 5;
const MAX_SPENT = 20;

interface Sent {
  projectId: string;
  videos: SelectedVideo[];
}
/** The videos of each selection that were sent, for copies of the tab. */
interface Spent {
  selection: string;
  ids: string[];
}

function readSpent(): Spent[] {
  try {
    return JSON.parse(localStorage.getItem(SPENT_KEY) ?? '[]') as Spent[];
  } catch {
    return [];
  }
}

function writeSpent(spent: Spent[]): void {
  try {
    localStorage.setItem(SPENT_KEY, JSON.stringify(spent.slice(-MAX_SPENT)));
  } catch {
    // If storage is full or forbidden, copies of this tab are not informed. Nothing else is lost.
  }
}

const readSent = (): Sent[] => readSession<Sent[]>(SENT_KEY) ?? [];
const videosOf = (projectId: string): SelectedVideo[] =>
  readSent().find((sent) => sent.projectId === projectId)?.videos ?? [];

/** Deselects videos that became a project, here and in copies of this tab. */
export function selectionSent(projectId: string, ids: string[]): void {
  const { id: selection, videos } = useSelection.getState();
  const sent = { projectId, videos: videos.filter(({ id }) => ids.includes(id)) };
  writeSession(SENT_KEY, [sent, ...readSent()].slice(0, MAX_SENT));
  takeOutSent(ids);
  writeSpent([...readSpent(), { selection, ids }]);
}

/** Selects a project's videos again after its processing failed. */
export function selectSent(projectId: string): void {
  addToSelection(videosOf(projectId));
}

/** Marks the videos of a retried processing as sent, so that they are not sent again. */
export function deselectSent(projectId: string): void {
  removeFromSelection(...videosOf(projectId).map(({ id }) => id));
}

function takeOutSpent(): void {
  const { id } = useSelection.getState();
  const spent = readSpent().find(({ selection }) => selection === id);
  if (spent) takeOutSent(spent.ids);
}

/**
 * Deselects what copies of this tab have sent and send from now on, until the returned function is called.
 */
export function followCopies(): () => void {
  const follow = ({ key }: StorageEvent): void => {
    if (key === SPENT_KEY) takeOutSpent();
  };
  takeOutSpent();
  window.addEventListener('storage', follow);
  return () => window.removeEventListener('storage', follow);
}
