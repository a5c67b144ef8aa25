/** The videos of the library, in the order of making. */
import { northernLights } from './videos/aurora.ts';
import { bees } from './videos/bees.ts';
import { bicycle } from './videos/bicycle.ts';
import { bread } from './videos/bread.ts';
import { desert } from './videos/desert.ts';
import { mountainLake } from './videos/lake.ts';
import { monsoon } from './videos/monsoon.ts';
import { river } from './videos/river.ts';
import { snowForest } from './videos/snow.ts';
import { tides } from './videos/tides.ts';
import { tomatoes } from './videos/tomatoes.ts';
import { nightTrain } from './videos/train.ts';
import type { Shot, Video } from './types.ts';

/** The small ones first, so that searches soon find something; the largest before the end, so that no core idles. */
export function catalogue(): Video[] {
  return [
    bicycle,
    bread,
    tides,
    northernLights,
    bees,
    nightTrain,
    mountainLake,
    river,
    monsoon,
    tomatoes,
    desert,
    snowForest,
  ];
}

/** Three very small ones of 9 to 12 s for tests: two with different words, one vertical without sound. */
export function tinyCatalogue(): Video[] {
  const some = (video: Video, ...indexes: number[]): Shot[] => indexes.map((i) => video.shots[i]!);
  // The vertical one shows still, drawn shots of the balcony, without speech.
  const silent = some(tomatoes, 0, 2, 5).map((shot) => ({ ...shot, lines: [], seconds: 3.2 }));
  return [
    {
      ...tides,
      slug: 'tiny-tides',
      title: 'Tiny Tides',
      width: 320,
      height: 180,
      rate: [24, 1],
      shots: [{ ...tides.shots[0]!, lines: ['This is called the tide.'], seconds: 4 }, ...some(tides, 1)],
    },
    {
      ...desert,
      slug: 'tiny-desert',
      title: 'Tiny Desert',
      width: 426,
      height: 240,
      rate: [25, 1],
      coverShot: 1,
      shots: some(desert, 0, 3),
    },
    {
      ...tomatoes,
      slug: 'tiny-balcony',
      title: 'Tiny Balcony',
      description: 'A balcony without a word.',
      width: 180,
      height: 320,
      sound: { kind: 'none' },
      shots: silent,
    },
  ];
}
