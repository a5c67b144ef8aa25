import { create } from 'zustand';
import type { SpokenLanguage } from '#contract/primitives.ts';
import type { ProcessRequest } from '#contract/projects.ts';
import { searchKey } from '#text/words/search-words.ts';
import type { Video } from '#contract/videos.ts';
import { announce } from '../announce.ts';
import { readSession, writeSession } from '../session-storage.ts';

const KEY = 'cutroom.selection';
const ID_KEY = 'cutroom.selection-id';

export interface SelectedVideo extends Video {
  /** The spoken language that the creator chose; otherwise it is detected. */
  spoken?: Exclude<SpokenLanguage, 'auto'> | undefined;
  /** The query in whose results the video was selected; absent for a video that its creator added. */
  query?: string | undefined;
}

interface Selection {
  /**
   * Identifies the selection. It is the same in a copy of this tab, until one of them sends the selection.
   */
  id: string;
  /** The videos in processing order, with all data, so that the tray can show them without a search. */
  videos: SelectedVideo[];
  /** The last selected video, highlighted for a moment. */
  lastAdded: string | null;
}

function readId(): string {
  const stored = readSession<string>(ID_KEY);
  if (stored) return stored;
  const id = crypto.randomUUID();
  writeSession(ID_KEY, id);
  return id;
}

/** The videos selected for the next compilation. They survive a reload of the tab. */
export const useSelection = create<Selection>(() => ({
  id: readId(),
  videos: readSession<SelectedVideo[]>(KEY) ?? [],
  lastAdded: null,
}));

export function setSelection(videos: SelectedVideo[], lastAdded: string | null = null): void {
  useSelection.setState({ videos, lastAdded });
  writeSession(KEY, videos);
}

export function addToSelection(added: SelectedVideo[]): void {
  const { videos } = useSelection.getState();
  const selectedIds = new Set(videos.map((video) => video.id));
  const fresh = added.filter((video) => !selectedIds.has(video.id));
  if (fresh.length > 0) setSelection([...videos, ...fresh], fresh.at(-1)?.id ?? null);
}

/** Whether all of these videos were selected in the results of this search. */
export const areFromSearch = (videos: readonly SelectedVideo[], words: string): boolean =>
  videos.every(({ query }) => query !== undefined && searchKey(query) === searchKey(words));

export function removeFromSelection(...ids: string[]): void {
  setSelection(useSelection.getState().videos.filter((video) => !ids.includes(video.id)));
}

/** Moves a video to another index of the order, from 0. */
export function moveInSelection(id: string, to: number): void {
  const { videos } = useSelection.getState();
  const video = videos.find((candidate) => candidate.id === id);
  if (!video || to < 0 || to >= videos.length) return;
  setSelection(videos.filter((candidate) => candidate !== video).toSpliced(to, 0, video));
  announce(`${video.title} is now ${to + 1} of ${videos.length}`);
}

/** Stores the spoken language of a selected video. */
export function setSpoken(id: string, language: SpokenLanguage): void {
  const spoken = language === 'auto' ? undefined : language;
  const { videos } = useSelection.getState();
  setSelection(videos.map((video) => (video.id === id ? { ...video, spoken } : video)));
}

/** Returns the languages that the creator chose, by video ID. */
export function spokenIn(videos: SelectedVideo[]): Pick<ProcessRequest, 'spoken'> {
  const named = videos.flatMap(({ id, spoken }) => (spoken ? [[id, spoken] as const] : []));
  return named.length > 0 ? { spoken: Object.fromEntries(named) } : {};
}

/** Starts a new selection with the videos that remain after these were sent. */
export function takeOutSent(ids: string[]): void {
  removeFromSelection(...ids);
  const id = crypto.randomUUID();
  useSelection.setState({ id });
  writeSession(ID_KEY, id);
}
