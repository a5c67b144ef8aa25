import { threadsEach } from '../engines/cores.ts';

/** The sounds that this worker hears now. */
let sounds = 0;

/**
 * Hears a sound beside those that this worker hears at the same time.
 * @param expected how many sounds are surely heard side by side, though the others may not have begun yet
 * @param hear asks for its threads whenever it starts a recogniser: others begin and end meanwhile
 */
export async function hearBeside<T>(
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
