/** A night train through the city. */
import { arches, houseAt, lamps, person, shops, skyline, train } from '../art/city.ts';
import { glitter } from '../art/land.ts';
import {
  arrive,
  at,
  band,
  caption,
  drawn,
  drift,
  each,
  filled,
  looping,
  shapes,
  sprite,
  strip,
  sway,
  times,
} from '../art/svg.ts';
import { clouds, hills, moon, sky, stars, sun, twinkles } from '../art/sky.ts';
import { LANDSCAPE as S, type Video, shot } from '../types.ts';

const NIGHT = { body: '#37528a', stripe: '#f2b84b', light: '#ffe7a3' };
const cars = (count: number) => train(count, NIGHT.body, NIGHT.stripe, NIGHT.light);

const station = shot(5, 'The last train leaves the station at midnight.', [
  sky(S, '#101735 0, #3c3f73 1', stars(S.w, 260, 60, 2)),
  band(S, { y: 150, h: 330, speed: 3 }, (w, h) =>
    skyline(w, h, 4, { wall: '#262c56', window: '#e9b872', lit: 0.25, least: 0.3 }),
  ),
  band(
    S,
    { y: 180, h: 400 },
    (w, h) =>
      shapes`rect 0 0 ${w} 26 #1a1e3c; rect 0 26 ${w} 6 #f2b84b` +
      each(
        [120, 470, 820, 1170],
        (x) =>
          shapes`rect ${x - 9} 30 18 ${h} #1a1e3c; path M${x - 50} 32H${x + 50}L${x} 90Z #1a1e3c;
            circle ${x + 170} 46 12 #ffe9b0`,
      ),
  ),
  drawn([560, 228, 160, 160])`circle 80 80 56 #f8f4e6; circle 80 80 56 none stroke=#1a1e3c stroke-width=8;
    line M80 80V40M80 80L76 46 #1a1e3c 6; circle 80 80 6 #1a1e3c`,
  sprite([-330, 452, 1200, 110], cars(4), { dx: '18*t*t' }),
  strip(S, { y: 548, h: 180 })`rect 0 0 $w 12 #8d7f73; rect 0 12 $w $h #4a4560; rect 0 40 $w 5 #f2d16b`,
  caption(S, 'Night Train', 'Through the city after dark', '#f2b84b'),
]);

const street = shot(5, 'The streets below are quiet, and the shops are closed.', [
  sky(S, '#1a1440 0, #5b3a72 0.7, #8a4f7d 1', stars(S.w, 220, 40, 7)),
  band(S, { y: 90, h: 400, speed: 16 }, (w, h) =>
    skyline(w, h, 9, { wall: '#3f2c61', window: '#f6c177', lit: 0.3, least: 0.45 }),
  ),
  band(S, { y: 250, h: 300, speed: 40 }, shops),
  strip(S, { y: 540, h: 190 })`rect 0 0 $w $h #221a38; rect 0 0 $w 14 #4b3d66`,
  band(S, { y: 330, h: 230, speed: 74 }, (w, h) => lamps(w, h, 420, '#120d22', '#ffd88a')),
  band(S, { y: 630, h: 20, speed: 74 }, (w) =>
    times(Math.ceil(w / 160), (i) => shapes`rect ${i * 160} 6 80 7 #c9b98a`),
  ),
]);

const windows = shot(
  5,
  'Tall buildings pass the window, one after another. In some of the rooms, people are still at work.',
  [
    sky(S, '#0b1730 0, #16406a 0.7, #2b6d8c 1', stars(S.w, 300, 50, 12) + moon(930, 150, 46)),
    band(S, { y: 120, h: 480, speed: 30 }, (w, h) =>
      skyline(w, h, 17, { wall: '#15395c', window: '#8fd3e8', lit: 0.3, least: 0.3, wide: 80 }),
    ),
    band(S, { y: 150, h: 470, speed: 90 }, (w, h) =>
      skyline(w, h, 23, {
        wall: '#0c2440',
        window: '#ffd27f',
        lit: 0.45,
        least: 0.35,
        wide: 150,
        dim: '#12304f',
      }),
    ),
    drawn([0, 0, S.w, S.h], {
      dy: sway(2.5, 0.7),
    })`path M0 0H1280V720H0ZM90 70Q90 50 110 50H600Q620 50 620 70V500Q620 520 600 520H110Q90 520 90 500ZM680 70Q680 50 700 50H1170Q1190 50 1190 70V500Q1190 520 1170 520H700Q680 520 680 500Z #e8d9bd fill-rule=evenodd;
      rect 90 280 530 5 #c9b48d; rect 680 280 510 5 #c9b48d; rect 0 560 1280 160 #8a4b3c;
      rect 0 560 1280 10 #a9604d; rect 60 590 340 140 #a04a3e rx=26; rect 470 590 340 140 #a04a3e rx=26;
      rect 880 590 340 140 #a04a3e rx=26`,
  ],
);

const bridge = shot(5, 'Then the train rolls over a long bridge, high above the river.', [
  sky(S, '#0e1a3a 0, #33487f 0.6, #7d7fb0 1', stars(S.w, 300, 90, 5) + moon(300, 150, 62)),
  twinkles(S, 240, 16, 3),
  clouds(S, { y: 110, h: 130, speed: 8, count: 3, color: '#8f95c4', opacity: 0.4, seed: 2 }),
  band(S, { y: 270, h: 200, speed: 6 }, (w, h) =>
    skyline(w, h, 31, { wall: '#2a3769', window: '#f0c987', lit: 0.4, least: 0.2, wide: 60 }),
  ),
  band(
    S,
    { y: 466, h: 260 },
    (w, h) => filled('river', w, h, '#4a5d98 0, #152149 1') + glitter(300, 10, 230, '#e6e8f5', 3, 1.3),
  ),
  sprite([-1100, 268, 1500, 110], cars(5), { dx: drift(150) }),
  band(S, { y: 364, h: 300, speed: 0 }, (w, h) => arches(w, h, 300, '#1a2146', '#5a67a0')),
]);

const houses = shot(5, 'On the other side, the houses are small and dark. Everyone is asleep.', [
  sky(S, '#0c1f2e 0, #1f4a57 0.7, #3c6f6d 1', stars(S.w, 360, 130, 19)),
  twinkles(S, 280, 20, 6),
  band(S, { y: 300, h: 220, speed: 8 }, (w, h) => hills(w, h, 12, 60, 700, '#1b434c')),
  band(S, { y: 400, h: 200, speed: 34 }, (w, h) => {
    let row = hills(w, h, 4, 14, 900, '#12333a');
    for (let x = 60, i = 0; x < w; x += 190 + (i % 3) * 46, i++) row += houseAt(x, 60, i);
    return row;
  }),
  strip(S, { y: 560, h: 170 })`rect 0 0 $w $h #0a2228; rect 0 30 $w 8 #587176; rect 0 58 $w 8 #587176`,
  sprite([1320, 462, 1500, 120], `<g transform="matrix(-1 0 0 1 1500 0)">${cars(5)}</g>`, { dx: '-150*t' }),
]);

const morning = shot(5, 'In the morning, the first people will be waiting again.', [
  sky(S, '#7fb3d5 0, #fbd3a8 0.5, #fff0d0 1', sun(760, 420, 54, '#fff6da', '#ffc778', 6)),
  clouds(S, { y: 60, h: 170, speed: 9, count: 4, color: '#fff3e3', opacity: 0.85, seed: 9 }),
  band(S, { y: 220, h: 340, speed: 4 }, (w, h) =>
    skyline(w, h, 40, { wall: '#d9a58c', window: '#fff0d0', lit: 0.35, least: 0.25 }),
  ),
  strip(S, { y: 560, h: 170 })`rect 0 0 $w 12 #f2d9b8; rect 0 12 $w $h #8c6a6c; rect 0 36 $w 5 #fff0d0`,
  sprite([-260, 350, 1300, 230], at(0, 12, cars(2), { scale: 2.1 }), { dx: arrive(-1300, 4, 0.4) }),
  sprite(
    [420, 350, 700, 230],
    each([0, 1, 2, 3], (i) => person(60 + i * 150, ['#33506e', '#a5483f', '#4e7257', '#6b4a78'][i]!)),
  ),
  looping(
    { x: 960, y: 130, w: 200, h: 90 },
    { frames: 4, fps: 6 },
    (round) =>
      each(
        [0, 1, 2],
        (k) =>
          shapes`line M${20 + k * 60} ${40 + k * 12 - Math.sin(round * 6.28 + k) * 8}q10 ${-14 * Math.cos(round * 6.28 + k)} 18 4q8 ${-14 * Math.cos(round * 6.28 + k) - 4} 18 -4 #5a5670 3`,
      ),
    { dx: drift(-16) },
  ),
]);

export const nightTrain: Video = {
  slug: 'night-train-through-the-city',
  title: 'A Night Train Through the City',
  description: 'A ride on the last train: quiet streets, tall buildings and a long bridge over the river.',
  channel: 'Slow Journeys',
  tags: ['train', 'city', 'night', 'travel', 'railway'],
  width: 1280,
  height: 720,
  rate: [30000, 1001],
  stage: S,
  sound: { kind: 'speech', voice: 'rms' },
  coverShot: 3,
  shots: [station, street, windows, bridge, houses, morning],
};
