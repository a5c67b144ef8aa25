/** Snow over a forest, without any sound. */
import { falling, forest, mountains } from '../art/land.ts';
import { band, caption, drawn, drift } from '../art/svg.ts';
import { hills, moon, sky, stars, sun, twinkles } from '../art/sky.ts';
import { LANDSCAPE as S, type Layer, type Shot, type Video, shot } from '../types.ts';

const snowfall = (color = '#ffffff'): Layer[] => [
  falling(S, { count: 110, size: 2.2, speed: 46, sideways: 8, color, opacity: 0.7, seed: 1 }),
  falling(S, { count: 60, size: 4, speed: 84, sideways: 16, color, opacity: 0.85, seed: 2 }),
  falling(S, { count: 18, size: 7.5, speed: 150, sideways: 30, color, opacity: 0.8, seed: 3 }),
];

const firs = (
  y: number,
  speed: number,
  seed: number,
  tall: number,
  color: string,
  snow: string,
  floor: string,
): Layer =>
  band(S, { y, h: S.h - y + 10, speed }, (w, h) =>
    forest(w, h, seed, { tall, every: tall * 0.5, color, ground: floor, snow, uneven: 14 }),
  );

const snowShots: Shot[] = [
  shot(5, '', [
    sky(S, '#9db4cf 0, #e6edf4 1'),
    band(S, { y: 170, h: 300, speed: 4 }, (w, h) =>
      mountains(w, h, 7, { count: 5, light: '#b3c3d8', shade: '#9aaec8', snow: '#ffffff' }),
    ),
    firs(330, 10, 3, 110, '#6f8ba0', '#f4f8fb', '#d5e0ea'),
    firs(390, 22, 8, 170, '#4a6b80', '#ffffff', '#e3ebf2'),
    ...snowfall(),
    caption(S, 'Snow Over a Forest', 'A winter afternoon', '#8fb3d9'),
  ]),
  shot(5, '', [
    sky(S, '#c9a9b8 0, #f3d3c4 0.6, #fbe9da 1', sun(420, 300, 50, '#fff6e6', '#ffdcb0', 5)),
    firs(290, 8, 13, 130, '#a58aa3', '#fff4ee', '#e8cfd0'),
    firs(350, 18, 16, 200, '#71607f', '#fff8f4', '#f3e2df'),
    drawn([840, 470, 190, 130], {
      dx: drift(-18),
    })`rect 24 56 132 64 #6b4236; path M2 62L90 2L178 62L168 72L90 20L12 72Z #fffaf6;
      path M22 62L90 18L158 62Z #6b4236; rect 48 76 28 26 #ffd27a; rect 102 76 26 44 #3d2622`,
    ...snowfall('#fffaf5'),
  ]),
  shot(5, '', [
    sky(S, '#3a4a78 0, #8fa0c4 1'),
    firs(180, 14, 23, 260, '#3a527a', '#cfdcf0', '#8ea3c6'),
    band(S, { y: 470, h: 260, speed: 26 }, (w, h) => hills(w, h, 4, 26, 800, '#c3d1e8')),
    firs(330, 44, 29, 330, '#22365c', '#e8f0fb', '#dbe6f5'),
    ...snowfall(),
  ]),
  shot(5, '', [
    sky(S, '#0d1736 0, #3c5286 1', stars(S.w, 300, 90, 50) + moon(330, 150, 60)),
    twinkles(S, 200, 12, 5),
    firs(330, 8, 33, 120, '#1b2c58', '#8ea5d0', '#4f68a0'),
    firs(390, 20, 36, 180, '#182a52', '#b9cbef', '#7d95c8'),
    ...snowfall(),
  ]),
];

export const snowForest: Video = {
  slug: 'snow-over-a-forest',
  title: 'Snow Over a Forest',
  description: 'Snow falls on a forest from noon until night. This video is silent.',
  channel: 'Slow Journeys',
  tags: ['snow', 'forest', 'winter', 'silent', 'nature'],
  width: 1280,
  height: 720,
  rate: [30, 1],
  stage: S,
  sound: { kind: 'none' },
  coverShot: 0,
  shots: snowShots,
};
