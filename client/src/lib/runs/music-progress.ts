import { create } from 'zustand';

/** How much of the music that a project is getting has arrived, in percent; `null` while that is unknown. */
const useProgress = create<Record<string, number | null>>(() => ({}));

export function setMusicProgress(projectId: string, percentage: number | null): void {
  useProgress.setState({ [projectId]: percentage });
}

/** Returns the percentage of a project's download; `null` while it is unknown. */
export const useMusicProgress = (projectId: string): number | null =>
  useProgress((progress) => progress[projectId] ?? null);
