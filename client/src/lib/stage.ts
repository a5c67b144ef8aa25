import type { DurationFilter, LicenseFilter } from '#contract/videos.ts';

export const STAGES = ['search', 'processing', 'edit', 'generate', 'complete', 'videolist'] as const;
export type Stage = (typeof STAGES)[number];

/** The parameters of the main workflow's URL: `/?project=…&stage=…&q=…`. */
export interface Place {
  stage: Stage;
  project: string | null;
  q: string;
  /** The server refuses other values. */
  duration: DurationFilter | '';
  source: string;
  license: LicenseFilter | '';
  /** The number of result pages that are shown. */
  page: number;
  language: string;
  /** The section at which the editor opens. */
  section: string;
}

const NOWHERE: Place = {
  stage: 'search',
  project: null,
  q: '',
  duration: '',
  source: '',
  license: '',
  page: 1,
  language: '',
  section: '',
};

export function readPlace(params: URLSearchParams): Place {
  const stage = params.get('stage') as Stage | null;
  return {
    stage: stage && STAGES.includes(stage) ? stage : 'search',
    project: params.get('project'),
    q: params.get('q') ?? '',
    duration: (params.get('duration') ?? '') as Place['duration'],
    source: params.get('source') ?? '',
    license: (params.get('license') ?? '') as Place['license'],
    page: Math.max(1, Math.trunc(Number(params.get('page'))) || 1),
    language: params.get('lang') ?? '',
    section: params.get('section') ?? '',
  };
}

/**
 * Returns the place of the browser's address; `null` outside the main workflow. The router changes the
 * address before the next screen is rendered.
 */
export const currentPlace = (): Place | null =>
  window.location.pathname === '/' ? readPlace(new URLSearchParams(window.location.search)) : null;

/** Returns a place's URL, without default values. */
export function placeUrl(place: Partial<Place>): string {
  const { stage, project, q, duration, source, license, page, language, section } = { ...NOWHERE, ...place };
  const params = new URLSearchParams();
  if (project) params.set('project', project);
  if (stage !== 'search') params.set('stage', stage);
  if (q) params.set('q', q);
  if (duration) params.set('duration', duration);
  if (source) params.set('source', source);
  if (license) params.set('license', license);
  if (page > 1) params.set('page', String(page));
  if (language && language !== 'en') params.set('lang', language);
  if (section) params.set('section', section);
  const text = params.toString();
  return text ? `/?${text}` : '/';
}
