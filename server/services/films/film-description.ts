import { MAX_CHANNEL_DESCRIPTION } from '#contract/channel.ts';
import type { Executor } from '#core/db/database.ts';
import { type Credit, sourcesOf } from '#core/provenance/film-sources.ts';
import { MODEL_IDS, MODELS } from '#core/models/manifest.ts';
import type { Model } from '#core/models/model.ts';
import {
  type Film,
  findFilmEngines,
  findFilmMusic,
  findFilmSections,
} from '#core/repositories/projects/films.ts';
import { listProjectVideos, type ProjectRow } from '#core/repositories/projects/projects.ts';
import { positionTime } from './film-times.ts';

/** The number of videos that a project's description names. */
const NAMED_VIDEOS = 2;

/** Returns 'From {first two titles} and N more'; empty without videos. */
export function describeVideos(titles: readonly string[]): string {
  if (titles.length === 0) return '';
  const named = titles.slice(0, NAMED_VIDEOS);
  const more = titles.length - named.length;
  return `From ${named.join(more > 0 ? ', ' : ' and ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/**
 * Returns the description of a film, which is its project's. If that names the project's videos, it names
 * only those that are in the film, and none of the creator's own.
 */
export async function contentOf(
  db: Executor,
  film: Film,
  { id, description }: Pick<ProjectRow, 'id' | 'description'>,
): Promise<string> {
  const videos = await listProjectVideos(db, id);
  const titles = videos.map(({ title }) => title);
  // Videos that were copied into the project later are not in its description.
  const isOfVideos = titles.some((_, index) => description === describeVideos(titles.slice(0, index + 1)));
  const sections = isOfVideos ? await findFilmSections(db, film) : [];
  if (sections.length === 0) return description;
  const sources = await sourcesOf(db, sections);
  return describeVideos(videos.filter((video) => sources.has(video.id)).map(({ title }) => title));
}

/**
 * Returns the description of a published film: its content, its chapters in YouTube's format, the creators of
 * its videos, its music if that must be credited, and the models whose licences require it. Only whole lines,
 * as many as YouTube accepts.
 */
export function describeFilm(
  description: string,
  chapters: { title: string; startMs: number }[],
  credits: Credit[],
  lines: string[],
): string {
  const all = [
    ...(description ? [description, ''] : []),
    ...(chapters.length > 0 ? ['Chapters', ...chapters.map(chapterLine), ''] : []),
    ...(credits.length > 0 ? ['Made from', ...credits.map(creditLine), ''] : []),
    ...lines,
  ];
  let text = '';
  for (const line of all) {
    const longer = text === '' ? line : `${text}\n${line}`;
    if (Buffer.byteLength(longer) > MAX_CHANNEL_DESCRIPTION) break;
    text = longer;
  }
  return text.trim();
}

function chapterLine({ title, startMs }: { title: string; startMs: number }): string {
  return `${positionTime(startMs)} ${title.replaceAll(/\s+/g, ' ')}`;
}

const creditLine = ({ title, channel, license, link }: Credit): string =>
  [`"${title}" by ${channel}`, license, link].filter(Boolean).join(', ');

/**
 * Returns the videos of others in a film, in its order, as it was made: its sections may have changed since.
 */
export async function creditsOf(db: Executor, film: Film): Promise<Credit[]> {
  return [...(await sourcesOf(db, await findFilmSections(db, film))).values()];
}

/**
 * Returns the credits that are separate lines: for its music, and those that the licences of its models
 * require, each once.
 */
export async function lineCreditsOf(db: Executor, film: Film): Promise<string[]> {
  const music = await findFilmMusic(db, film);
  return [
    ...(music?.credit ? [`Music: "${music.title}", ${music.credit}`] : []),
    ...(await modelCredits(db, film)),
  ];
}

async function modelCredits(db: Executor, film: Film): Promise<string[]> {
  const engines = await findFilmEngines(db, film);
  const used = MODEL_IDS.filter((id) => engines.some((engine) => engine.includes(id)));
  return used.flatMap((id) => (MODELS[id] as Model).licence.attribution ?? []);
}
