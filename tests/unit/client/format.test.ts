import { describe, expect, it } from 'vitest';
import { clockTime, minutesSeconds, positionTime, preciseTime } from '../../../client/src/lib/format.ts';
import * as film from '../../../server/services/films/film-times.ts';

describe('times', () => {
  // product 2.45
  it('formats the length of a video as minutes and two-digit seconds', () => {
    expect([0, 9, 65.4, 600, 4209].map(minutesSeconds)).toEqual(['0:00', '0:09', '1:05', '10:00', '70:09']);
  });

  it('formats a position in a video with hundredths of a second', () => {
    expect([0, 5.5, 59.999, 83.456].map(preciseTime)).toEqual(['0:00.00', '0:05.50', '1:00.00', '1:23.46']);
  });

  // product 3.19
  it('formats the times of the generation payload as hh:mm:ss.mmm', () => {
    expect([0, 5.5, 3723.0451, 360_000].map(clockTime)).toEqual([
      '00:00:00.000',
      '00:00:05.500',
      '01:02:03.045',
      '100:00:00.000',
    ]);
  });

  it.each([
    [21_767, '0:21', '0:22'],
    [39_700, '0:39', '0:40'],
    [22_000, '0:22', '0:22'],
    [0, '0:00', '0:00'],
  ])('formats the same position and length for %i ms on the page and the server', (ms, position, length) => {
    expect([positionTime(ms / 1000), film.positionTime(ms)]).toEqual([position, position]);
    expect([minutesSeconds(ms / 1000), film.lengthTime(ms)]).toEqual([length, length]);
  });
});
