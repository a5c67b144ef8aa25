import { create } from 'zustand';
import { searchKey } from '#text/words/search-words.ts';
import type { Link, Video } from '#contract/videos.ts';
import { addToSelection, removeFromSelection, setSelection, useSelection } from './selection.ts';
import { readSession, writeSession } from '../session-storage.ts';

const KEY = 'cutroom.manual';

export interface ManualVideo {
  video: Video;
  /** The card's link; `null` for a file that was sent to the channel. */
  url: string | null;
  /** The server's ID of the video, once known. */
  serverId: string | null;
}

/** Videos that the creator added, the newest first. They survive a reload of the tab. */
export const useManualVideos = create<{ added: ManualVideo[] }>(() => ({
  added: readSession<ManualVideo[]>(KEY) ?? [],
}));

export function setManualVideos(added: ManualVideo[]): void {
  useManualVideos.setState({ added });
  writeSession(KEY, added);
}

/** Inserts a video first and selects it. */
export function addManualVideo(entry: ManualVideo): void {
  const { added } = useManualVideos.getState();
  setManualVideos([entry, ...added.filter(({ video }) => video.id !== entry.video.id)]);
  addToSelection([entry.video]);
}

/** Updates a card, in the list and in the selection. */
export function fillManualVideo(id: string, facts: Partial<Video>, serverId: string | null): void {
  const withFacts = (video: Video): Video => (video.id === id ? { ...video, ...facts } : video);
  const { added } = useManualVideos.getState();
  setManualVideos(
    added.map((entry) =>
      entry.video.id === id ? { ...entry, video: withFacts(entry.video), serverId } : entry,
    ),
  );
  setSelection(useSelection.getState().videos.map(withFacts));
}

/** Removes a card from the list and the selection. */
export function removeManualVideo(id: string): void {
  setManualVideos(useManualVideos.getState().added.filter(({ video }) => video.id !== id));
  removeFromSelection(id);
}

export function forgetManualVideos(): void {
  setManualVideos([]);
}

/** Returns the links of those videos that only this page knows. */
export function linksOf(videos: Video[]): Link[] {
  const { added } = useManualVideos.getState();
  return videos.flatMap(({ id }) => {
    const url = added.find(({ video }) => video.id === id)?.url;
    return url ? [{ id, url }] : [];
  });
}

/** Returns the videos that contain one of the words in title, description or URL, by the server's rule. */
export function withWords(added: ManualVideo[], query: string): ManualVideo[] {
  const words = searchKey(query).split(/\s+/).filter(Boolean);
  if (words.length === 0) return added;
  return added.filter(({ video, url }) => {
    const text = searchKey(`${video.title} ${video.description ?? ''} ${url ?? ''}`);
    return words.some((word) => text.includes(word));
  });
}

/** Returns the added videos before the hits, each once. */
export function withManualVideos(videos: Video[], added: ManualVideo[]): Video[] {
  const addedIds = new Set(added.flatMap(({ video, serverId }) => [video.id, serverId]));
  return [...added.map(({ video }) => video), ...videos.filter(({ id }) => !addedIds.has(id))];
}
