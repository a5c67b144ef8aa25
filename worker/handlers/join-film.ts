import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type GenerationInput,
  generationInputSchema,
  joinFilm as joinJob,
  renderJoin,
} from '#contract/jobs/generation.ts';
import type { Gender } from '#contract/primitives.ts';
import { StepError } from '#core/lib/errors.ts';
import { filmKey } from '#core/film/keys.ts';
import { placeInFilm } from '#film/captions/place.ts';
import { CredentialsError } from '../credentials/identity.ts';
import { joinFilm, UnfitSectionsError } from '../media/join.ts';
import { toSrt, toVtt } from '#film/captions/subtitle-formats.ts';
import { timeWords } from '../progress/detail-words.ts';
import type { JoinPart } from '#film/transitions/film-parts.ts';
import { credentialsOf, type FilmCredentials } from './credentials-of.ts';
import { continueWithX264 } from './film-encoder.ts';
import { openRendered, renderAgain, renderedKeys, transitionsOf, transitionStep } from './film-parts.ts';
import type { Handler, StepContext } from './handler.ts';
import { openMusic } from './music-of.ts';
import { filmOf } from './section-at.ts';

/** Joins the rendered sections into the film, with chapters and subtitles. */
export const handleJoinFilm: Handler<'join-film'> = async (context) => {
  const { backend, run, dependencies, signal, report, log } = context;
  const { artifacts, ffmpeg } = backend;
  const film = await filmOf(context);
  const keys = renderedKeys(film, dependencies, { from: 0, to: film.sections.length });
  // The keys as they were made: they contain everything that shapes the transitions.
  const joined = film.sections.map((_, place) => dependencies[transitionStep(place)] ?? null);
  const make = (credentials: FilmCredentials | null) =>
    artifacts.build(joinJob, filmKey(film, keys, joined, credentials?.keyParts), run.userId, (dir) =>
      joinIn(dir, credentials),
    );
  const credentials = await credentialsOf(context, film);
  return make(credentials).catch((error: unknown) => {
    if (!(error instanceof CredentialsError)) throw error;
    // No film is lost. It has the key of a film without credentials, so the next generation signs again.
    log.warn({ err: error }, 'film gets no content credentials');
    return make(null);
  });

  async function joinIn(dir: string, credentials: FilmCredentials | null) {
    const music = film.music ? await openMusic(backend, film.music) : null;
    const rendered = await openRendered(context, film, keys, 0);
    const transitions = await openTransitions(context, await transitionsOf(film, rendered, 0));
    const parts = rendered.map((part, index) => {
      const { sectionId, title, captions } = film.sections[index]!;
      const spoken = captions ? part.data.spoken : [];
      return { path: part.openedPath, ...part.data, spoken, sectionId, title };
    });
    const places = placeInFilm(parts, film.frameRate, transitions);
    const cues = places.flatMap((place) => place.cues);
    const sections = parts.map(({ sectionId, title, fit }, index) => {
      const { startMs, effectiveMs } = places[index]!;
      const { media } = film.sections[index]!;
      const card = media.kind === 'card' && { card: true as const };
      const credits = media.kind === 'card' && media.credits && { credits: true as const };
      return { sectionId, title, startMs, effectiveMs, ...card, ...credits, fit };
    });
    const filmMs = places.reduce((sum, { effectiveMs }) => sum + effectiveMs, 0);
    const subtitlesPath = join(dir, 'film.srt');
    if (cues.length > 0) {
      await writeFile(subtitlesPath, toSrt(cues));
      await writeFile(join(dir, 'film.vtt'), toVtt(cues));
    }
    const outFile = join(dir, 'film.mp4');
    const joined = await joinFilm({
      ffmpeg,
      sections: parts,
      transitions,
      music,
      subtitlesPath: cues.length > 0 ? subtitlesPath : null,
      width: film.width,
      height: film.height,
      frameRate: film.frameRate,
      hardware: film.encoder !== undefined,
      title: film.title,
      language: film.language,
      endFades: film.endFades,
      outFile,
      workDir: dir,
      signal,
      onProgress: (fraction) => report(fraction, timeWords('Joining', fraction, filmMs)),
    }).catch(async (error: unknown) => {
      if (!(error instanceof UnfitSectionsError)) throw error;
      log.warn({ detail: error.detail }, 'sections will be rendered again');
      // Hardware of different machines may not make video that can be joined.
      if (film.encoder) await continueWithX264(context, film);
      for (const place of error.places) await artifacts.discard(rendered[place]!);
      for (const place of error.transitions) await artifacts.discard(transitions[place]!.built);
      if (error.places.length > 0) throw renderAgain(film, error.places);
      throw joinAgain(film, error.transitions);
    });
    if (credentials) report(1, 'Adding content credentials');
    const signed = credentials && {
      bytes: await credentials.addTo(outFile),
      credentials: { signer: credentials.signer },
    };
    const files = ['film.mp4', ...(cues.length > 0 ? ['film.srt', 'film.vtt'] : [])];
    const file = { ...joined, ...signed };
    return {
      data: { ...file, gender: genderOf(film), speaker: film.speaker, subtitles: cues.length, sections },
      files,
    };
  }
};

/** Creates the error that redoes the transitions after these sections. */
const joinAgain = ({ sections }: GenerationInput, places: readonly number[]): StepError =>
  StepError.redo(
    places.map((place) => ({
      key: transitionStep(place),
      message: `The transition after "${sections[place]!.title}" could not be rendered. Choose another one, then generate again.`,
    })),
  );

/** Opens the files of the rendered transitions. Throws a redo for missing ones. */
async function openTransitions(
  { backend, run, dependencies }: Pick<StepContext<'join-film'>, 'backend' | 'run' | 'dependencies'>,
  parts: (JoinPart | null)[],
) {
  const film = generationInputSchema.parse(run.input);
  const opened = await Promise.all(
    parts.map(async (part, place) => {
      if (!part) return null;
      const key = dependencies[transitionStep(place)];
      const built = key ? await backend.artifacts.find(renderJoin, key) : undefined;
      const isOfFilm = built?.data.encoder === film.encoder;
      return built && isOfFilm ? { ...part, path: await built.path('join.mov'), built } : undefined;
    }),
  );
  const missing = opened.flatMap((part, place) => (part === undefined ? [place] : []));
  if (missing.length > 0) throw joinAgain(film, missing);
  return opened.map((part) => part ?? null);
}

function genderOf({ sections }: GenerationInput): Gender | null {
  const genders = new Set(sections.flatMap(({ narration }) => narration?.gender ?? []));
  return genders.size === 1 ? [...genders][0]! : null;
}
