import { threadsEach } from '../engines/cores.ts';

/** The number of audio files that this worker is transcribing. */
let sounds = 0;

/**
 * Transcribes audio in parallel with other audio of this worker.
 * @param expected how many files are certain to be transcribed in parallel, even if the others have not begun
 * yet
 * @param hear requests its threads whenever it starts a recogniser: others begin and end meanwhile
 */
export async function transcribeInParallel<T>(
  expected: number,
  hear: (threads: () => number) => Promise<T>,
): Promise<T> {
  sounds += 1;
  try {
    return await hear(() => threadsEach(Math.max(sounds, expected)));
  } finally {
    sounds -= 1;
  }
}
