import { expect, it } from 'vitest';
import { stillOf } from '#film/time/still.ts';

// Stills every 2 s of a video of 9.2 s: its pictures at 0.96, 2.96, 4.96 and 6.96 s and the last one, at 9.16
// s.
// product 4.82
it.each([
  ['the first third', 0, 9.2, 1],
  ['the only still within it', 2.5, 4, 1],
  ['the only still within it, though one outside is nearer to the first third', 1, 3.2, 1],
  ['the only still within it, though one after it is nearer', 3, 6, 2],
  ['the last picture of the video', 8.6, 9.2, 4],
  ['the nearer still, where none is within it', 1, 2.5, 0],
  ['the nearer still, where none is within it', 2, 2.6, 1],
])('a section is shown by %s (%s to %s s)', (_, startTime, endTime, still) => {
  expect(stillOf({ startTime, endTime }, 9.2, 2)).toBe(still);
});

it('a section of a video that is shorter than an interval is shown by its only still', () => {
  expect(stillOf({ startTime: 0, endTime: 0.6 }, 0.6, 2)).toBe(0);
});
