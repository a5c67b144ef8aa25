import type { GenerationInput } from '#contract/jobs/generation.ts';
import { fetchMedia } from '#contract/jobs/processing.ts';
import type { Backend } from '#core/backend.ts';
import { mediaTypeOf } from '#core/files/media-types.ts';
import { sourcesOf } from '#core/provenance/film-sources.ts';
import type { KeyPart } from '#core/lib/artifact-key.ts';
import type { Ingredient } from '../credentials/claim.ts';
import { CredentialsError, readIdentity } from '../credentials/identity.ts';
import { signFilm } from '../credentials/sign-film.ts';
import type { StepContext } from './handler.ts';

/** The content credentials that a film is to have. */
export interface FilmCredentials {
  /** What they contain, for the film's key. */
  keyParts: KeyPart[];
  signer: string;
  /** Adds them to the film's file and returns its new size. @throws CredentialsError */
  addTo(path: string): Promise<number>;
}

/**
 * Returns the content credentials of a film; `null` if none are configured, or their certificate cannot be used.
 */
export async function credentialsOf(
  { backend, signal, log }: Pick<StepContext<'join-film'>, 'backend' | 'signal' | 'log'>,
  film: Pick<GenerationInput, 'title' | 'sections' | 'music'>,
): Promise<FilmCredentials | null> {
  const identity = await readIdentity(backend.config.c2pa).catch((error: unknown) => {
    if (!(error instanceof CredentialsError)) throw error;
    log.warn({ err: error }, 'film gets no content credentials');
    return null;
  });
  if (!identity) return null;
  const claim = {
    title: film.title,
    ingredients: await ingredientsOf(backend, film),
    isNarrated: film.sections.some(({ narration }) => narration !== null),
  };
  const parts = claim.ingredients.map(({ title, format = '', description, url = '' }): KeyPart => [
    title,
    format,
    description,
    url,
  ]);
  return {
    keyParts: [identity.fingerprint, parts],
    signer: identity.signer,
    addTo: (path) => signFilm(path, claim, { identity, signal }),
  };
}

/** Returns the videos of others in a film, and its music if that must be credited. Own videos are not named. */
async function ingredientsOf(
  { db, artifacts }: Backend,
  { sections, music }: Pick<GenerationInput, 'sections' | 'music'>,
): Promise<Ingredient[]> {
  const formatOf = async (fetchKey: string) => {
    const file = await artifacts.find(fetchMedia, fetchKey);
    return file && mediaTypeOf(file.data.fileName);
  };
  const videos = [...(await sourcesOf(db, sections))].map(async ([id, { title, channel, license, link }]) => {
    const section = sections.find(({ media }) => media.kind === 'video' && media.videoId === id)!;
    return {
      title,
      format: section.media.kind === 'video' ? await formatOf(section.media.fetchKey) : undefined,
      description: [`By ${channel}`, license].filter(Boolean).join(', '),
      // Videos of the library have no page.
      url: link && /^https?:\/\//i.test(link) ? link : undefined,
    };
  });
  const credited = music?.credit ? [music] : [];
  return Promise.all([
    ...videos,
    ...credited.map(async ({ title, credit, fetchKey }) => ({
      title,
      format: await formatOf(fetchKey),
      description: credit,
    })),
  ]);
}
