import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '#core/config/config.ts';
import { MediaError } from '#core/ffmpeg/errors.ts';
import { inputArgs, words } from '#core/ffmpeg/inputs.ts';
import type { Ffmpeg } from '#core/ffmpeg/run.ts';
import type { Logger } from '#core/lib/logger.ts';
import type { HardwareEncoder } from '../media/encode-args.ts';
import { readKeyframes } from '../media/mov-boxes.ts';
import { emptyCard, renderSection } from '../media/render.ts';

/** The hardware encoder of this machine, which may fail and work again. */
export interface MachineEncoder {
  /** Returns the encoder with the ffmpeg that may use it; `null` if this machine encodes with x264. */
  now(): { encoder: HardwareEncoder; ffmpeg: Ffmpeg } | null;
  /** One sentence; `null` if the configured encoder works. */
  problem(): string | null;
  /** Makes a test video again, after a failure. */
  recheck(): Promise<void>;
  /** Makes a test video again only while the encoder does not work. */
  refresh(): Promise<void>;
}

/** The encoder of a machine without hardware. */
export const X264_ONLY: MachineEncoder = {
  now: () => null,
  problem: () => null,
  recheck: async () => {},
  refresh: async () => {},
};

/** Drivers reserve address space for the memory of all devices, far more than they use. */
const ADDRESS_BYTES = 2 ** 46;
const PROBE_MS = 60_000;
/** A keyframe every 2 s, as in sections. */
const PROBE = { width: 640, height: 360, frameRate: 30 };
const KEYFRAMES = [0, 60];
const PROBE_FRAMES = 61;

/** Opens the encoder that VIDEO_ENCODER names, after a test video. x264 needs none. */
export async function openMachineEncoder(
  { videoEncoder, vaapiDevice }: Pick<Config, 'videoEncoder' | 'vaapiDevice'>,
  { ffmpeg: limited, tempDir, log }: { ffmpeg: Ffmpeg; tempDir: string; log: Logger },
): Promise<MachineEncoder> {
  if (videoEncoder === 'x264') return X264_ONLY;
  const encoder: HardwareEncoder = { name: videoEncoder, device: vaapiDevice };
  const ffmpeg = limited.within({ addressBytes: ADDRESS_BYTES });
  let works: boolean | undefined;
  async function recheck() {
    const error = await makeTestVideo(ffmpeg, encoder, tempDir).then(
      () => null,
      (reason: unknown) => reason,
    );
    const worked = works;
    works = error === null;
    if (works === worked) return;
    if (works) log.info({ encoder: videoEncoder }, 'hardware encoder works');
    else {
      const { detail } = error as MediaError;
      log.warn({ encoder: videoEncoder, err: error, detail }, 'hardware encoder does not work, using x264');
    }
  }
  await recheck();
  return {
    now: () => (works ? { encoder, ffmpeg } : null),
    problem: () =>
      works
        ? null
        : `The video encoder "${videoEncoder}" does not work on this machine, so new films are encoded with x264. The worker’s log has the reason.`,
    recheck,
    async refresh() {
      if (!works) await recheck();
    },
  };
}

/**
 * Renders a card as sections are rendered, and decodes it.
 * @throws MediaError if the encoder cannot make video that can be joined and cut
 */
async function makeTestVideo(ffmpeg: Ffmpeg, encoder: HardwareEncoder, tempDir: string): Promise<void> {
  const folder = await mkdtemp(join(tempDir, 'encoder-'));
  const signal = AbortSignal.timeout(PROBE_MS);
  try {
    const outFile = join(folder, 'section.mov');
    await renderSection(emptyCard({ ...PROBE, encoder }, PROBE_FRAMES), { ffmpeg, outFile, signal });
    const keyframes = await readKeyframes(outFile);
    if (keyframes.join() !== KEYFRAMES.join()) {
      throw new MediaError('failed', { detail: `keyframes at ${keyframes.join()}` });
    }
    await ffmpeg.run([...words('-xerror'), ...inputArgs(outFile), ...words('-f null -')], { signal });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
