import * as calls from '#contract/calls/index.ts';
import { PLAIN_CAPTIONS } from '#contract/caption-look.ts';
import type { Film, Project, ProjectSummary } from '#contract/projects.ts';
import type { Share } from '#contract/sharing.ts';
import type { FilmOptions, Version } from '#contract/versions.ts';
import { answer, serve } from '../components/answers.ts';
import { heading, press, shows } from '../components/find.ts';
import { openApp } from '../components/open-app.tsx';
import { NOW } from './account.ts';
import { makeFilm, makeProject } from './project.ts';
import { serveProject, type ServedProject } from './serve-project.ts';

/** A grey WebM video of 12 s at one frame per second, which the browser plays without a request. */
export const FILM_VIDEO = `data:video/webm;base64,${[
  'GkXfo59ChoEBQveBAULygQRC84EIQoKEd2VibUKHgQJChYECGFOAZwEAAAAAAALhEU2bdLpNu4tTq4QVSalmU6yBoU',
  '27i1OrhBZUrmtTrIHGTbuMU6uEElTDZ1OsggEMTbuMU6uEHFO7a1OsggKn7AEAAAAAAABZAAAAAAAAAAAAAAAAAAAA',
  'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
  'AAAAAAAAAVSalmoCrXsYMPQkBNgIRMYXZmV0GETGF2ZkSJiEDHcAAAAAAAFlSua8GuAQAAAAAAADjXgQFzxYgAAAAA',
  'AAAAAZyBACK1nIN1bmSIgQCGhVZfVlA4g4EBI+ODhDuaygDgibCBArqBApqBAhJUw2fRc3POY8CLY8WIAAAAAAAAAA',
  'FnyJhFo4dFTkNPREVSRIeLTGF2YyBsaWJ2cHhnyKJFo4hEVVJBVElPTkSHlDAwOjAwOjEyLjAwMDAwMDAwMAAAH0O2',
  'dUCh54EAo5+BAACAEAIAnQEqAgACAAvHCIWFiJmEiD+CAAYZaAAAo5WBA+gAsQEALxH8ABgAGG/0DAAEAACjlYEH0A',
  'CxAQAvEfwAGAAYb/QMAAQAAKOVgQu4ALEBAC8R/AAYABhv9AwABAAAo5+BD6CAEAIAnQEqAgACAAvHCIWFiJmEiD+C',
  'AAYZaAAAo5WBE4gAsQEALxH8ABgAGG/0DAAEAAAfQ7Z1QJjnghdwo5WBAAAAsQEALxH8ABgAGG/0DAAEAACjlYED6A',
  'CxAQAvEfwAGAAYb/QMAAQAAKOfgQfQgBACAJ0BKgIAAgALxwiFhYiZhIg/ggAGGWgAAKOVgQu4ALEBAC8R/AAYABhv',
  '9AwABAAAo5WBD6AAsQEALxH8ABgAGG/0DAAEAACjlYETiACxAQAvEfwAGAAYb/QMAAQAABxTu2u1u4+zgQC3iveBAf',
  'GCAWLwgQO7kLOCD6C3iveBAfGCAWLwgWm7kLOCH0C3iveBAfGCAgnwgTI=',
].join('')}`;

/** The link in the response of `readVideoLink`; `film.finalVideoLink` is a different one. */
export const filmLink = (language: Film['language'] = 'en'): string => `/media/signed/${language}.mp4`;
export const watchPath = (language: Film['language'] = 'en'): string =>
  `/media/share/${language}/A%20project`;

/** A playable film of 12 s, with a chapter of 4 s for each section. */
export const makePlayableFilm = (project: Pick<Project, 'sections'>, changes: Partial<Film> = {}): Film =>
  makeFilm(project, {
    duration: 12,
    finalVideoLink: FILM_VIDEO,
    chapters: project.sections.map(({ id, title }, index) => ({ title, start: index * 4, sectionId: id })),
    ...changes,
  });

/** Returns a completed project with playable films in these languages, oldest first. */
export function makeFilmProject(
  languages: readonly Film['language'][] = ['en'],
  project: Project = makeProject(),
): Project {
  const films = languages.map((language) => makePlayableFilm(project, { language }));
  return { ...project, status: 'completed', films, finalVideoLink: films.at(-1)?.finalVideoLink ?? null };
}

/** The public link of a film, without terms. */
export const makeShare = ({ id, title }: Project, changes: Partial<Share> = {}): Share => {
  const { language = 'en' } = changes;
  return {
    projectId: id,
    title,
    language,
    watchUrl: watchPath(language),
    url: `${watchPath(language)}.mp4`,
    expiresAt: null,
    hasPassword: false,
    downloads: true,
    embedOrigins: [],
    embed: { url: `${watchPath(language)}/embed`, width: 1920, height: 1080 },
    ...changes,
  };
};

/**
 * Answers the calls about a project's films: links that work, sharing, and a check that never ran. Sharing
 * changes the film's `watchUrl`.
 */
export function serveFilms(project: Project = makeFilmProject()): ServedProject {
  const served = serveProject(project);
  const share = (language: Film['language'] = 'en', watchUrl: string | null): void =>
    served.set((current) => ({
      ...current,
      films: current.films.map((film) => (film.language === language ? { ...film, watchUrl } : film)),
    }));
  answer(calls.readFilmCheck, { run: null, result: null });
  answer(calls.readVideoLink, ({ query }) => ({ finalVideoLink: filmLink(query.language) }));
  let shares: Share[] = project.films.flatMap(({ language, watchUrl }) =>
    watchUrl === null ? [] : [makeShare(project, { language, watchUrl })],
  );
  answer(calls.listShares, () => shares);
  answer(calls.shareFilm, ({ query: { language = 'en' }, body: { password = null, ...terms } }) => {
    const existing = shares.find((one) => one.language === language);
    const created = existing ?? makeShare(project, { language, hasPassword: password !== null, ...terms });
    if (!existing) shares = [created, ...shares];
    share(language, created.watchUrl);
    return created;
  });
  answer(calls.unshareFilm, ({ query }) => {
    shares = shares.filter(({ language }) => language !== query.language);
    share(query.language, null);
  });
  serve(/^\/media\/(signed|share)\//, () => new Response());
  return served;
}

/** Presses Share, by default on the film's screen, and makes the link with the terms of the dialog. */
export async function shareByLink(name = 'Share'): Promise<void> {
  await press(name);
  await press('Create link');
}

/** Opens the film's screen of a served project. */
export async function openFilm(project?: Project, language: Film['language'] = 'en'): Promise<ServedProject> {
  const served = serveFilms(project);
  const { id } = served.current();
  await openApp(`/?project=${id}&stage=complete${language === 'en' ? '' : `&lang=${language}`}`);
  await shows(heading(/^Video Generat/));
  return served;
}

/** Opens My Videos with these cards. */
export async function openLibrary(cards: ProjectSummary[]): Promise<void> {
  answer(calls.listProjects, () => cards);
  await openApp('/?stage=videolist');
  await shows(heading('My Video Compilations'));
}

/** The options of a version. */
export const VERSION_OPTIONS: FilmOptions = {
  language: 'en',
  quality: '720p',
  aspect: '16:9',
  framing: 'fit',
  burnSubtitles: false,
  ...PLAIN_CAPTIONS,
  gender: null,
  speaker: null,
  credits: 'off',
  endFades: false,
};

/** A version with the newest film of its language. */
export const makeVersion = (number: number, changes: Partial<Version> = {}): Version => ({
  ...VERSION_OPTIONS,
  id: crypto.randomUUID(),
  number,
  madeAt: NOW,
  duration: 30,
  sections: 3,
  isShown: true,
  file: { video: FILM_VIDEO, subtitles: null },
  ...changes,
});
