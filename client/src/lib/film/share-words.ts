import type { Language } from '#contract/primitives.ts';
import type { Share } from '#contract/sharing.ts';
import { formatTimeOfDay } from '../format.ts';
import { languageName } from './film-link.ts';

export type ShareTerms = Pick<Share, 'expiresAt' | 'hasPassword' | 'downloads'>;

export const hasExpired = ({ expiresAt }: Pick<ShareTerms, 'expiresAt'>): boolean =>
  expiresAt !== null && Date.parse(expiresAt) <= Date.now();

/** Describes in sentences who can watch a film by its link. `video` names the film, such as "this video". */
export function whoCanWatch(terms: ShareTerms, language: Language, video = 'this video'): string {
  const { expiresAt, hasPassword, downloads } = terms;
  const end = expiresAt && formatTimeOfDay(expiresAt);
  if (hasExpired(terms)) return `This link has expired (${end}). It no longer works.`;
  const needed = hasPassword ? 'the link and its password' : 'the link';
  const until = end ? ` until ${end}` : '';
  const watch = `Anyone who has ${needed} can watch the newest ${languageName(language)} version of ${video}${until}.`;
  return downloads ? watch : `${watch} Viewers cannot download it.`;
}
