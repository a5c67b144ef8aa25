/** The frames per second of every film. */
export const FILM_FRAME_RATE = 30;

/** Returns the number of frames nearest to `ms` milliseconds. */
export function msToFrames(ms: number, frameRate: number): number {
  return Math.round((ms * frameRate) / 1000);
}

/** Returns the fewest frames that last at least `ms` milliseconds. */
export function msToFramesUp(ms: number, frameRate: number): number {
  // The tolerance keeps a rounding error (1000.0000001 ms) from costing a frame.
  return Math.ceil((ms * frameRate) / 1000 - 1e-6);
}

/** Returns the milliseconds nearest to the length of `frames`. */
export function framesToMs(frames: number, frameRate: number): number {
  return Math.round((frames * 1000) / frameRate);
}
