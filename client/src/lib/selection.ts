import { create } from 'zustand';
import type { Video } from '#contract/videos.ts';
import { readSession, writeSession } from './session-storage.ts';

const KEY = 'cutroom.selection';

interface Selection {
  /** In the order of choosing, whole, so that the tray needs no search to show them again. */
  videos: Video[];
  /** The one chosen last, lit for a moment. */
  lastAdded: string | null;
}

/** The videos chosen for the next compilation; survives a reload of the tab. */
export const useSelection = create<Selection>(() => ({
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

export function removeFromSelection(id: string): void {
  setSelection(useSelection.getState().videos.filter((video) => video.id !== id));
}
