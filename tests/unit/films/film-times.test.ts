import { expect, it } from 'vitest';
import { minutesSeconds, positionTime } from '../../../client/src/lib/format.ts';
import * as film from '../../../server/services/films/film-times.ts';

it.each([
  [21_767, '0:21', '0:22'],
  [39_700, '0:39', '0:40'],
  [22_000, '0:22', '0:22'],
  [0, '0:00', '0:00'],
])('formats the same position and length for %i ms everywhere', (ms, position, length) => {
  expect([positionTime(ms / 1000), film.positionTime(ms)]).toEqual([position, position]);
  expect([minutesSeconds(ms / 1000), film.lengthTime(ms)]).toEqual([length, length]);
});
