import { describe, expect, it } from 'vitest';
import { shiftOfSound } from '../../../worker/check/sources/sound-shift.ts';

/**
 * Returns levels of speech in dB, one per 10 ms: syllables of 80 to 230 ms with pauses, from a seeded
 * generator.
 */
function speech(steps: number, seed = 1): Float32Array {
  let state = seed;
  const random = () => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647;
  const levels: number[] = [];
  while (levels.length < steps) {
    const isPause = random() < 0.4;
    const level = isPause ? -70 : -30 + 15 * random();
    const length = 8 + Math.floor(15 * random());
    levels.push(...Array.from({ length }, () => level + 2 * random()));
  }
  return new Float32Array(levels.slice(0, steps));
}

/** Returns the levels delayed by some ms, after silence. */
const later = (levels: Float32Array, ms: number) => levels.map((_, step) => levels[step - ms / 10] ?? -90);
const mixed = (levels: Float32Array, noiseDb: number) =>
  levels.map((level) => 10 * Math.log10(10 ** (level / 10) + 10 ** (noiseDb / 10)));

describe('shiftOfSound', () => {
  // product 15.14
  it.each([100, 300, 1200, -100, -300, -1200])('finds a delay of %i ms', (ms) => {
    const expected = speech(1000);
    expect(shiftOfSound(expected, later(expected, ms))).toBe(ms);
  });

  it.each([0, 30, -50])('ignores a delay of %i ms', (ms) => {
    const expected = speech(1000);
    expect(shiftOfSound(expected, later(expected, ms))).toBe(0);
  });

  it('finds the shift of a long section and of a short one', () => {
    expect(shiftOfSound(speech(6000), later(speech(6000), 300))).toBe(300);
    expect(shiftOfSound(speech(250), later(speech(250), 200))).toBe(200);
  });

  it('finds a shift under music that is quieter than the speech', () => {
    const expected = speech(2000);
    expect(shiftOfSound(expected, mixed(later(expected, 300), -38))).toBe(300);
    expect(shiftOfSound(expected, mixed(expected, -38))).toBe(0);
  });

  it('returns null for audio that is too short, steady, silent or masked', () => {
    const expected = speech(1000);
    expect(shiftOfSound(speech(100), speech(100))).toBeNull();
    expect(shiftOfSound(expected.fill(-20), later(expected, 300))).toBeNull();
    expect(shiftOfSound(expected.fill(-90), speech(1000))).toBeNull();
    expect(shiftOfSound(speech(1000), mixed(later(speech(1000), 300), -10))).toBeNull();
  });

  it('returns null for audio that repeats itself', () => {
    const beats = new Float32Array(1000).map((_, step) => (step % 50 < 10 ? -20 : -70));
    expect(shiftOfSound(beats, later(beats, 250))).toBeNull();
    expect(shiftOfSound(beats, beats)).toBeNull();
  });

  it('returns null if the film has other audio', () => {
    for (const seed of [2, 3, 4, 5, 6, 7, 8, 9]) {
      expect(shiftOfSound(speech(1000), speech(1000, seed))).toBeNull();
      expect(shiftOfSound(speech(300), speech(300, seed))).toBeNull();
    }
  });

  it('returns null if only a part of a long section is late', () => {
    const expected = speech(6000);
    const film = expected.map((level, step) => (step < 4000 ? level : (expected[step - 30] ?? level)));
    expect(shiftOfSound(expected, film)).toBeNull();
  });
});
