/** A short history of the bicycle. */
import {
  at,
  backdrop,
  band,
  caption,
  drift,
  filled,
  label,
  looping,
  shapes,
  sprite,
  strip,
  sway,
  times,
} from '../art/svg.ts';
import { clouds, hills, sky, sun } from '../art/sky.ts';
import { rider, STEEL, wheel, WOOD, type Wheel } from '../art/cycling.ts';
import { leafy } from '../art/land.ts';
import { skyline } from '../art/city.ts';
import { LANDSCAPE as S, type Layer, type Video, shot } from '../types.ts';

const turning = (
  x: number,
  y: number,
  w: number,
  h: number,
  frames: number,
  draw: (round: number) => string,
  move: { dx?: string; dy?: string } = { dx: drift(18), dy: sway(1.5, 0.8) },
) => looping({ x, y, w, h }, { frames, fps: 12 }, draw, move);

const road = (color: string, edge: string): Layer =>
  strip(S, { y: 590, h: 140 })`rect 0 0 $w $h ${color}; rect 0 0 $w 10 ${edge}`;

const walkingMachine = shot(
  5,
  'Two hundred years ago, the first bicycle had no pedals. You moved it with your feet on the ground.',
  [
    sky(S, '#d9c7a3 0, #f3e3c3 0.6, #fbf2dd 1', sun(300, 160, 50, '#fffaf0', '#ffe3a8', 4)),
    band(S, { y: 330, h: 260, speed: 12 }, (w, h) => hills(w, h, 4, 50, 700, '#c3b583')),
    band(
      S,
      { y: 360, h: 240, speed: 40 },
      (w, h) =>
        hills(w, h + 90, 9, 20, 800, 'none') +
        times(Math.ceil(w / 260), (i) => leafy(120 + i * 260, 236, 172 + (i % 3) * 22, '#8d9a5b', '#b3bd7c')),
    ),
    road('#b59a6b', '#d3bb8a'),
    turning(690, 245, 440, 375, 8, (r) =>
      at(
        0,
        45,
        shapes`${wheel(90, 232, 78, r, WOOD)}; ${wheel(340, 232, 78, r, WOOD)};
          line M70 160Q200 190 350 156M340 232L330 130 #7a4e2c 14; rect 150 150 90 16 #5b3a28 rx=8;
          line M312 126H348 #5b3a28 10; ${rider(188, 152, [322, 126], [206, 290, 34], r, '#4b5d78', 'top')}`,
      ),
    ),
    caption(S, 'A Short History', 'Two hundred years on two wheels', '#c8553d'),
  ],
);

const high = shot(5, 'Then came a machine with a very large front wheel. It was fast, but it was not safe.', [
  sky(S, '#7ea6b8 0, #e9d8c8 0.7, #f6e8d6 1'),
  clouds(S, { y: 30, h: 140, speed: 9, count: 3, color: '#ffffff', opacity: 0.7, seed: 7 }),
  band(S, { y: 220, h: 372, speed: 34 }, (w, h) =>
    skyline(w, h, 6, {
      wall: '#b98d7c',
      window: '#f6e3c5',
      lit: 0.7,
      least: 0.45,
      wide: 130,
      dim: '#8d6a60',
    }),
  ),
  road('#7b6f73', '#a89a96'),
  turning(
    440,
    120,
    430,
    500,
    8,
    (r) =>
      shapes`${wheel(250, 330, 150, r, STEEL)}; ${wheel(50, 430, 46, r, { ...STEEL, spokes: 12 })};
        line M50 430Q90 250 208 172L250 330M208 172L252 140 #1f2530 9; rect 150 176 70 14 #5b3a28 rx=7;
        line M236 138H276 #5b3a28 9; ${rider(186, 178, [256, 136], [250, 330, 42], r / 1, '#6b3f4a', 'cap')}`,
  ),
]);

const chain = shot(5, 'Later, both wheels had the same size. A chain moved the wheel at the back.', [
  backdrop(
    S,
    filled('paper', S.w, S.h, '#24476b 0, #18324f 1') +
      times(
        26,
        (i) =>
          shapes`rect ${i * 52} 0 1.5 ${S.h} #4f7aa5 opacity=0.35;
            rect 0 ${i * 52} ${S.w} 1.5 #4f7aa5 opacity=0.35`,
      ),
  ),
  turning(
    260,
    150,
    760,
    440,
    8,
    (r) => {
      const pale: Wheel = { spokes: 18, rim: '#e8f1fa', spoke: '#9fc0de', wide: 8 };
      return (
        shapes`${wheel(160, 280, 140, r, pale)}; ${wheel(600, 280, 140, r, pale)};
          line M160 280L300 110L520 110L340 290H160M300 110L340 290L520 110M600 280L512 70M296 76V110 #ffb703 11;
          rect 256 62 90 16 #e8f1fa rx=8; line M512 70Q560 54 566 84 #e8f1fa 9` +
        `<path d="M160 262H340A30 30 0 0 1 340 322L160 298Z" fill="none" stroke="#ff6b5e" stroke-width="6" stroke-dasharray="9 5" stroke-dashoffset="${(-r * 14).toFixed(1)}"/>` +
        shapes`circle 340 292 30 none stroke=#ff6b5e stroke-width=6; circle 160 280 17 #ff6b5e`
      );
    },
    {},
  ),
  sprite([480, 608, 320, 60], label(160, 40, 30, 'The safety bicycle', '#cfe3f6', 'text-anchor="middle"')),
]);

const tyre = shot(4.5, 'Rubber tires filled with air made the ride soft.', [
  sky(S, '#f7b267 0, #fbe0b0 0.6, #fff3d9 1', sun(240, 190, 70, '#fff9e6', '#ffd27a', 4)),
  band(S, { y: 340, h: 400, speed: 14 }, (w, h) => hills(w, h, 19, 60, 640, '#e0955a')),
  band(S, { y: 440, h: 300, speed: 30 }, (w, h) => hills(w, h, 23, 40, 560, '#b8654a')),
  turning(
    430,
    110,
    520,
    520,
    12,
    (r) =>
      shapes`circle 260 260 244 #2c2f3a;
        circle 260 260 244 none stroke=#4a4f5e stroke-width=14 stroke-dasharray=${'18 13.93'} stroke-dashoffset=${(-r * 85.2).toFixed(1)};
        circle 260 260 196 #cfd6e0; circle 260 260 182 #c9784f` +
      wheel(260, 260, 182, r, { spokes: 18, rim: '#aeb7c4', spoke: '#eef2f7', wide: 10 }),
    { dy: sway(4, 0.9) },
  ),
  band(
    S,
    { y: 610, h: 120, speed: 70 },
    (w, h) =>
      shapes`rect 0 0 ${w} ${h} #6b3f3c; rect 0 0 ${w} 10 #8d5850` +
      times(
        Math.ceil(w / 90),
        (i) => shapes`circle ${i * 90 + (i % 3) * 20} ${40 + (i % 4) * 16} ${7 + (i % 3) * 3} #52302f`,
      ),
  ),
]);

const today = shot(5, 'Today, more than one billion people have a bicycle.', [
  sky(S, '#5cb3e4 0, #cdeef4 0.6, #f4fbef 1'),
  clouds(S, { y: 40, h: 170, speed: 12, count: 4, color: '#ffffff', seed: 28 }),
  band(S, { y: 230, h: 330, speed: 20 }, (w, h) =>
    skyline(w, h, 30, { wall: '#a9cfe0', window: '#ffffff', lit: 0.7, least: 0.25 }),
  ),
  band(
    S,
    { y: 340, h: 260, speed: 46 },
    (w, h) =>
      times(Math.ceil(w / 230), (i) => leafy(100 + i * 230, 244, 170 + (i % 3) * 26, '#3f9a6b', '#73c08d')) +
      shapes`rect 0 240 ${w} ${h} #5fae74`,
  ),
  road('#5a6475', '#dfe5ec'),
  ...[0, 1].map((i) =>
    turning(130 + i * 520, 232 + i * 24, 440, 400, 12, (r) => {
      const color = i ? '#ffb703' : '#2a9d8f';
      return at(
        0,
        30,
        shapes`${wheel(90, 272, 82, r, STEEL)}; ${wheel(336, 272, 82, r, STEEL)};
          line M90 272L164 176L288 170L206 278H90M164 176L206 278L288 170M336 272L284 148 ${color} 10;
          rect 136 156 62 13 #23262f rx=6; line M280 148H316 #23262f 9` +
          rider(166, 158, [308, 146], [206, 278, 30], r, i ? '#3d5a98' : '#e76f51', 'helmet'),
      );
    }),
  ),
]);

export const bicycle: Video = {
  slug: 'a-short-history-of-the-bicycle',
  title: 'A Short History of the Bicycle',
  description: 'From a wooden walking machine to the bicycle of today: wheels, chains and rubber tyres.',
  channel: 'Everyday Machines',
  tags: ['bicycle', 'history', 'invention', 'transport', 'education'],
  width: 854,
  height: 480,
  rate: [30000, 1001],
  stage: S,
  sound: { kind: 'speech', voice: 'rms' },
  coverShot: 4,
  shots: [walkingMachine, high, chain, tyre, today],
};
