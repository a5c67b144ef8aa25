import { create } from 'zustand';

/** The percentages of the music downloads, by project; `null` while unknown. */
const useProgress = create<Record<string, number | null>>(() => ({}));

export function setMusicProgress(projectId: string, percentage: number | null): void {
  useProgress.setState({ [projectId]: percentage });
}

/** Returns the percentage of a project's download; `null` while it is unknown. */
export const useMusicProgress = (projectId: string): number | null =>
  useProgress((progress) => progress[projectId] ?? null);
