/** A mountain lake from morning to night, without words, with soft music. */
import { forest, mountains, shimmer } from '../art/land.ts';
import { band, caption, drawn, drift, each, filled, looping, shapes, sway } from '../art/svg.ts';
import { clouds, haze, moon, sky, stars, streaks, sun, twinkles } from '../art/sky.ts';
import { LANDSCAPE as S, type Layer, type Video, shot } from '../types.ts';

interface Mood {
  sky: string;
  /** The sky's colour at the horizon. */
  low: string;
  over: string;
  far: [light: string, shade: string, snow: string];
  near: string;
  lake: [top: string, low: string];
  glint: string;
  cloud: string;
  seed: number;
}

const flipped = (h: number, body: string) => `<g transform="matrix(1 0 0 -1 0 ${h})">${body}</g>`;

/** Mountains and their reflection in still water. */
function lake(mood: Mood, more: Layer[] = []): Layer[] {
  const range = (w: number, h: number) =>
    mountains(w, h, mood.seed, { count: 5, light: mood.far[0], shade: mood.far[1], snow: mood.far[2] });
  const shore = (w: number, h: number) =>
    forest(w, h, mood.seed + 4, { tall: 64, every: 30, color: mood.near, uneven: 8 });
  return [
    sky(S, mood.sky, mood.over),
    clouds(S, { y: 50, h: 150, speed: 9, count: 4, color: mood.cloud, opacity: 0.6, seed: mood.seed }),
    band(S, { y: 150, h: 270, speed: 5 }, range),
    band(S, { y: 330, h: 92 }, (w, h) => haze(w, h, mood.low, 0.5)),
    band(S, { y: 320, h: 106, speed: 10 }, shore),
    band(S, { y: 420, h: 300 }, (w, h) => filled('lake', w, h, `${mood.lake[0]} 0, ${mood.lake[1]} 1`)),
    band(
      S,
      { y: 420, h: 190, speed: 5, dy: sway(1.5, 3) },
      (w, h) => `<g opacity="0.38">${flipped(h, range(w, h))}</g>`,
    ),
    band(
      S,
      { y: 422, h: 96, speed: 10, dy: sway(1.5, 2.4) },
      (w, h) => `<g opacity="0.5">${flipped(h, shore(w, h))}</g>`,
    ),
    band(S, { y: 430, h: 290, speed: -8 }, (w, h) => streaks(w, 20, h - 40, 26, mood.glint, mood.seed + 9)),
    ...more,
  ];
}

const canoe = drawn([330, 520, 320, 150], {
  dx: drift(30),
  dy: sway(3, 2.6),
})`line M196 20L132 116 #8a5a3a 6; path M140 70Q150 40 166 44Q180 48 182 84H140Z #3d5a80;
  circle 160 26 17 #e6b894; path M142 22Q146 2 164 6Q180 10 178 22Z #c8553d;
  path M20 74Q60 88 160 88T300 74Q280 116 240 116H80Q40 116 20 74Z #b5533c;
  path M20 74Q60 88 160 88T300 74L297 84Q230 98 160 98T23 84Z #d9745a;
  ellipse 160 122 130 6 #1f3b57 opacity=0.35`;

const birds = looping(
  { x: 700, y: 150, w: 260, h: 120 },
  { frames: 8, fps: 9 },
  (round) =>
    each([0, 1, 2, 3], (k) => {
      const lift = Math.sin(round * 6.283 + k * 1.4) * 12;
      return shapes`line M${20 + k * 58} ${60 + (k % 2) * 26 - lift}q12 ${lift - 6} 22 ${lift}q10 -6 22 ${-lift} #39455f 3.5`;
    }),
  { dx: drift(-26), dy: sway(8, 5) },
);

const cabin = drawn([900, 330, 170, 130], {
  dx: drift(-10),
})`rect 20 56 120 62 #5b3a2e; path M6 60L80 8L154 60Z #3a2530; rect 42 74 26 24 #ffd27a;
  rect 94 74 24 44 #2f1f22; rect 112 14 14 32 #3a2530`;

export const mountainLake: Video = {
  slug: 'a-quiet-mountain-lake',
  title: 'A Quiet Mountain Lake',
  description: 'Four views of a lake in the mountains, from morning to night, with soft music and no words.',
  channel: 'Far Places',
  tags: ['lake', 'mountains', 'relaxing', 'music', 'nature'],
  width: 1920,
  height: 1080,
  rate: [25, 1],
  stage: S,
  sound: { kind: 'music' },
  coverShot: 1,
  shots: [
    shot(
      6,
      '',
      lake(
        {
          sky: '#8fb8d9 0, #f3cdb8 0.35, #ffe9cf 0.6',
          low: '#ffe9cf',
          over: sun(860, 250, 46, '#fff6e0', '#ffd9a0', 5),
          far: ['#8f9cc0', '#7484ad', '#fdeee2'],
          near: '#4f6b73',
          lake: ['#e8cfc0', '#6f93ab'],
          glint: '#fff4e4',
          cloud: '#fff3ea',
          seed: 5,
        },
        [caption(S, 'A Quiet Mountain Lake', 'Morning', '#f2b48a')],
      ),
    ),
    shot(
      6,
      '',
      lake(
        {
          sky: '#4aa3d8 0, #cfeaf2 0.6',
          low: '#cfeaf2',
          over: sun(240, 120, 44, '#fffdf0', '#fff2b8', 4),
          far: ['#7b93a8', '#5b7590', '#ffffff'],
          near: '#2f6b56',
          lake: ['#8fcbd9', '#1f6f8f'],
          glint: '#e6fbff',
          cloud: '#ffffff',
          seed: 12,
        },
        [birds, canoe],
      ),
    ),
    shot(
      6,
      '',
      lake(
        {
          sky: '#3f3a75 0, #b3587d 0.3, #ffb27a 0.6',
          low: '#ffb27a',
          over: sun(420, 320, 58, '#fff0cc', '#ff9d5c', 5),
          far: ['#7a4a78', '#5b3768', '#ffc9a8'],
          near: '#33264d',
          lake: ['#e08a78', '#3b2f66'],
          glint: '#ffd9b0',
          cloud: '#d98a94',
          seed: 23,
        },
        [shimmer({ x: 420, y: 430, w: 340, h: 230, color: '#ffe0b0' })],
      ),
    ),
    shot(
      6,
      '',
      lake(
        {
          sky: '#0c1433 0, #334a80 0.6',
          low: '#334a80',
          over: stars(S.w, 330, 190, 41) + moon(900, 130, 52),
          far: ['#3b4d80', '#293a68', '#b3c2e6'],
          near: '#121d3d',
          lake: ['#2f4478', '#0f1a3b'],
          glint: '#9fb3e0',
          cloud: '#3c4f86',
          seed: 31,
        },
        [twinkles(S, 150, 16, 44), shimmer({ x: 900, y: 430, w: 320, h: 220, color: '#e6ecff' }), cabin],
      ),
    ),
  ],
};
