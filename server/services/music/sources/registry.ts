import type { Config } from '#core/config/config.ts';
import { openArchive } from './archive.ts';
import { openOpenverse } from './openverse.ts';
import type { MusicSource } from './source.ts';

/**
 * Returns the sources of free music, in the order in which the page shows their hits; empty if music search
 * is off.
 */
export function openMusicSources({ music, links }: Pick<Config, 'music' | 'links'>): MusicSource[] {
  if (!music) return [];
  const { ports } = links.rules;
  return [openOpenverse(music.openverseUrl, ports), openArchive(music, ports)];
}
