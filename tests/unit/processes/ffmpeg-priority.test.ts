import { expect, it } from 'vitest';
import { inBackground, inForeground } from '#core/ffmpeg/priority.ts';

it('lowers the priority of long programs after two seconds, of background work from its start', () => {
  expect([0, 2, 10, 19].map(inForeground)).toEqual([
    { firstNice: 0, nice: 0 },
    { firstNice: 2, nice: 2 },
    { firstNice: 3, nice: 10 },
    { firstNice: 3, nice: 19 },
  ]);
  expect([0, 10, 19].map((nice) => inBackground(nice).firstNice)).toEqual([0, 15, 19]);
  expect(inBackground(10).nice).toBe(15);
});
