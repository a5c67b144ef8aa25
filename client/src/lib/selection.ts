import { create } from 'zustand';
import type { Video } from '#contract/videos.ts';
import { announce } from './announce.ts';
import { readSession, writeSession } from './session-storage.ts';

const KEY = 'cutroom.selection';
const ID_KEY = 'cutroom.selection-id';

interface Selection {
  /** The same in a copy of this tab, until one of them sends the selection. */
  id: string;
  /** In the order of processing, with all data, so that the tray needs no search to show them again. */
  videos: Video[];
  /** The last one selected, highlighted for a moment. */
  lastAdded: string | null;
}

function readId(): string {
  const known = readSession<string>(ID_KEY);
  if (known) return known;
  const id = crypto.randomUUID();
  writeSession(ID_KEY, id);
  return id;
}

/** The videos selected for the next compilation; survive a reload of the tab. */
export const useSelection = create<Selection>(() => ({
  id: readId(),
  videos: readSession<Video[]>(KEY) ?? [],
  lastAdded: null,
}));

export function setSelection(videos: Video[], lastAdded: string | null = null): void {
  useSelection.setState({ videos, lastAdded });
  writeSession(KEY, videos);
}

export function addToSelection(added: Video[]): void {
  const { videos } = useSelection.getState();
  const known = new Set(videos.map((video) => video.id));
  const fresh = added.filter((video) => !known.has(video.id));
  if (fresh.length > 0) setSelection([...videos, ...fresh], fresh.at(-1)?.id ?? null);
}

export function removeFromSelection(...ids: string[]): void {
  setSelection(useSelection.getState().videos.filter((video) => !ids.includes(video.id)));
}

/** Moves a video to another place of the order, from 0. */
export function moveInSelection(id: string, to: number): void {
  const { videos } = useSelection.getState();
  const video = videos.find((known) => known.id === id);
  if (!video || to < 0 || to >= videos.length) return;
  setSelection(videos.filter((known) => known !== video).toSpliced(to, 0, video));
  announce(`${video.title} is now ${to + 1} of ${videos.length}`);
}

/** What stays selected after these were sent is a new selection. */
export function takeOutSent(ids: string[]): void {
  removeFromSelection(...ids);
  const id = crypto.randomUUID();
  useSelection.setState({ id });
  writeSession(ID_KEY, id);
}
