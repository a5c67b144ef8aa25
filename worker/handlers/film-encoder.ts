import type { GenerationInput } from '#contract/jobs/generation.ts';
import { MediaError, type MediaErrorCode } from '#core/ffmpeg/errors.ts';
import type { Ffmpeg } from '#core/ffmpeg/run.ts';
import { removeEncoder } from '#core/repositories/runs/run-steps.ts';
import type { HardwareEncoder } from '../media/encode-args.ts';
import type { StepContext } from './handler.ts';

type Context = Pick<StepContext<'render-section'>, 'backend' | 'run' | 'encoder' | 'log'>;

export interface FilmEncoding {
  film: GenerationInput;
  /** `undefined` for x264. */
  encoder: HardwareEncoder | undefined;
  ffmpeg: Ffmpeg;
}

/** The failures that an encoder may cause. */
const OF_AN_ENCODER = new Set<MediaErrorCode>(['failed', 'timeout']);

/**
 * Does a step's work with the encoder of its film. If this machine does not have it, or it fails, the whole
 * film continues with x264: steps that were rendered already are rendered again, so no film mixes encoders.
 */
export async function withFilmEncoder<T>(
  context: Context,
  film: GenerationInput,
  work: (encoding: FilmEncoding) => Promise<T>,
): Promise<T> {
  const { backend, encoder, log } = context;
  const x264 = { film: { ...film, encoder: undefined }, encoder: undefined, ffmpeg: backend.ffmpeg };
  if (!film.encoder) return work(x264);
  const own = encoder.now();
  if (own?.encoder.name === film.encoder) {
    try {
      return await work({ film, ...own });
    } catch (error) {
      if (!(error instanceof MediaError) || !OF_AN_ENCODER.has(error.code)) throw error;
      log.warn({ encoder: film.encoder, err: error, detail: error.detail }, 'hardware encoder failed');
      await encoder.recheck();
    }
  }
  await continueWithX264(context, film);
  return work(x264);
}

/** Makes all steps of a film use x264 from now on. */
export async function continueWithX264(
  { backend, run, log }: Pick<Context, 'backend' | 'run' | 'log'>,
  { encoder }: GenerationInput,
): Promise<void> {
  await removeEncoder(backend.db, run.id);
  log.warn({ encoder }, 'film continues with x264');
}
