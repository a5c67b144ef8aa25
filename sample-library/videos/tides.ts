/** How tides work. */
import {
  at,
  band,
  caption,
  drawn,
  drift,
  label,
  looping,
  radial,
  shapes,
  sprite,
  strip,
  sway,
} from '../art/svg.ts';
import { glitter, shimmer, waves } from '../art/land.ts';
import { clouds, hills, moon, sky, stars, streaks, sun, twinkles } from '../art/sky.ts';
import { LANDSCAPE as S, type Video, shot } from '../types.ts';

const boat = (hull: string, sail: string) =>
  shapes`path M-90 0H95L66 38H-62Z ${hull}; rect -3 -150 6 150 #5a4636;
    path M8 -145Q78 -70 74 -14H8Z ${sail}; path M-8 -120Q-58 -60 -60 -14H-8Z ${sail} opacity=0.8`;

/** Someone in a long coat, walking to the right. */
const walker = (round: number) => {
  const step = Math.sin(round * 6.283) * 24;
  const arm = -step * 0.7;
  return shapes`line M68 160L${68 + step} 232M72 160L${72 - step} 232 #2b2440 13;
    path M52 74Q70 62 88 74L100 176Q70 184 42 176Z #3a2f55; line M70 84L${70 + arm} 142 #251e38 13;
    circle 71 44 20 #e8b99a; path M49 44Q46 18 74 20Q94 22 92 36L70 38L60 60Q50 56 49 44Z #2b2440`;
};

const earth = (x: number, y: number, bulge: number, turn = 0) =>
  at(
    x,
    y,
    shapes`${radial('water', '#4fa8dd 0.55, #2b6fb8 1')};
      ellipse 0 0 ${138 + bulge} 138 url(#water) opacity=0.9; circle 0 0 118 #2f86c4;
      path M-70 -60Q-20 -104 26 -76Q44 -40 4 -24Q-10 14 -46 4Q-96 -14 -70 -60Z #7fbf7a;
      path M20 18Q70 2 88 36Q70 88 34 90Q10 60 20 18Z #7fbf7a;
      path M-60 52Q-30 44 -18 74Q-40 92 -58 78Z #8cc986; circle 0 0 118 #0b1a3a opacity=0.12`,
    { turn },
  );

const space = (seed: number, over: string) =>
  sky(S, '#0a0f2c 0, #161b4a 0.6, #2a2560 1', stars(S.w, S.h, 170, seed) + over);

const seaAtSunrise = shot(
  5,
  'Twice a day, the water of the ocean rises and falls. This is called the tide.',
  [
    sky(
      S,
      '#4a6fa5 0, #f0a58f 0.35, #ffd9a0 0.58, #ffe9c4 1',
      streaks(S.w, 180, 130, 9, '#fff1d6', 4) + sun(860, 400, 58, '#fff4d2', '#ffc46b', 6),
    ),
    clouds(S, { y: 60, h: 190, speed: 9, count: 4, color: '#ffe3cf', opacity: 0.75, seed: 3 }),
    band(S, { y: 372, h: 90, speed: 4 }, (w, h) => hills(w, h, 8, 26, 700, '#8f7a9c')),
    strip(S, { y: 424, h: 300 })`rect 0 0 $w $h #5f86a8; rect 0 0 $w 3 #ffe9c4 opacity=0.6`,
    shimmer({ x: 860, y: 430, w: 420, h: 170, color: '#ffe2a8' }),
    sprite([240, 330, 200, 200], at(100, 158, boat('#7d3f3a', '#fff3e2')), {
      dx: drift(14),
      dy: sway(5, 3.4),
    }),
    waves(S, { y: 500, speed: 22, size: 16, length: 120, color: '#4b7396', dy: sway(6, 4) }),
    waves(S, {
      y: 560,
      speed: -34,
      size: 22,
      length: 170,
      color: '#3a5f85',
      crest: '#a9c7d8',
      dy: sway(8, 4, 1),
    }),
    waves(S, {
      y: 630,
      speed: 52,
      size: 28,
      length: 230,
      color: '#2c4b70',
      crest: '#c3dbe4',
      dy: sway(10, 4, 2),
    }),
    caption(S, 'How Tides Work', 'The sea, the moon and the sun', '#ffb35c'),
  ],
);

const moonOverSea = shot(5, 'The moon is far away, but it pulls on the water of the earth.', [
  sky(S, '#0d1638 0, #274274 0.55, #5779a8 1', stars(S.w, 380, 120, 9) + moon(430, 200, 78)),
  twinkles(S, 330, 26, 4),
  clouds(S, { y: 200, h: 160, speed: -12, count: 3, color: '#6583b3', opacity: 0.5, scale: 1.1, seed: 6 }),
  strip(S, { y: 440, h: 290 })`rect 0 0 $w $h #1d3560; ${glitter(430, 8, 200, '#dfe6f0', 5, 1.2)}`,
  waves(S, { y: 530, speed: -24, size: 18, length: 150, color: '#18305a', dy: sway(6, 5) }),
  waves(S, {
    y: 612,
    speed: 40,
    size: 26,
    length: 210,
    color: '#11244a',
    crest: '#44659c',
    dy: sway(9, 5, 1),
  }),
]);

const diagram = shot(5, 'The water moves toward the moon. On that side of the earth, the water is high.', [
  space(3, ''),
  twinkles(S, 300, 24, 8),
  sprite([250, 190, 400, 340], earth(200, 170, 52), { dx: drift(3) }),
  sprite([880, 230, 260, 260], moon(130, 130, 58, '#f4f1e4', '#d9d5c3', 2.2), {
    dx: drift(-5),
    dy: sway(10, 7),
  }),
  drawn([690, 320, 180, 80], {
    dx: sway(10, 1.6),
  })`line M30 40H140M112 16L140 40L112 64 #ffd27a 8`,
  sprite([300, 560, 300, 70], label(150, 44, 32, 'High water', '#bfe3ff', 'text-anchor="middle"'), {
    dx: drift(3),
  }),
  sprite([880, 560, 260, 70], label(130, 44, 32, 'The moon', '#f4f1e4', 'text-anchor="middle"'), {
    dx: drift(-5),
  }),
]);

const harbour = shot(5, 'Some hours later, the water goes down again. Then small boats wait on the beach.', [
  sky(S, '#7cc4dd 0, #d8f0ea 0.6, #f6f3df 1'),
  clouds(S, { y: 40, h: 200, speed: 10, count: 4, color: '#ffffff', seed: 12 }),
  band(S, { y: 290, h: 150, speed: 3 }, (w, h) => hills(w, h, 21, 40, 620, '#86b29a')),
  strip(S, { y: 388, h: 60, speed: 0 })`rect 0 0 $w $h #5aa7bf; rect 0 0 $w 3 #d6f2f2`,
  band(
    S,
    { y: 420, h: 320, speed: 8 },
    (w, h) =>
      shapes`${hills(w, h, 5, 12, 800, '#e2c793')}; ellipse ${w * 0.25} 130 180 14 #b9cfc4;
        ellipse ${w * 0.66} 90 150 10 #b9cfc4; ellipse ${w * 0.8} 210 240 18 #c4d4c2`,
  ),
  drawn([210, 350, 220, 230], {
    dx: drift(-14),
  })`ellipse 110 206 92 9 #b8995f; ${at(110, 166, boat('#c8553d', '#fdf6ea'), { turn: 9 })}`,
  drawn([820, 380, 240, 250], {
    dx: drift(-20),
  })`ellipse 120 226 104 10 #b8995f; ${at(120, 178, boat('#2f6f7e', '#ffe9c9'), { turn: -10, scale: 1.1 })}`,
  band(S, { y: 640, h: 100, speed: 30 }, (w, h) => hills(w, h, 14, 16, 500, '#cfae74')),
]);

const together = shot(5, 'When the sun and the moon pull together, the water is very high.', [
  space(14, ''),
  sprite([-260, 60, 700, 600], sun(180, 300, 150, '#ffd766', '#ff9d3c', 2.2), { dx: drift(6) }),
  twinkles(S, 300, 20, 18),
  sprite([560, 270, 200, 180], moon(100, 90, 38, '#f4f1e4', '#d9d5c3', 2.3), {
    dx: drift(-2),
    dy: sway(6, 6),
  }),
  sprite([800, 180, 420, 360], earth(210, 180, 66), { dx: drift(-4) }),
]);

const evening = shot(5, 'So the next time you walk along the beach, look up at the moon.', [
  sky(S, '#2b2f66 0, #8a5a94 0.4, #f08f7d 0.62, #ffc98f 1', stars(S.w, 240, 50, 31) + moon(980, 170, 50)),
  clouds(S, { y: 190, h: 150, speed: 11, count: 3, color: '#c9788d', opacity: 0.55, seed: 22 }),
  strip(S, { y: 420, h: 320 })`rect 0 0 $w $h #6d5b8c; rect 0 0 $w 3 #ffc98f`,
  shimmer({ x: 980, y: 428, w: 340, h: 120, color: '#f7d9c4' }),
  waves(S, {
    y: 520,
    speed: 26,
    size: 14,
    length: 190,
    color: '#57497a',
    crest: '#b593b0',
    dy: sway(10, 5),
  }),
  waves(S, {
    y: 575,
    speed: -18,
    size: 12,
    length: 320,
    color: '#d3a286',
    crest: '#f4dccb',
    dy: sway(12, 5, 1),
  }),
  band(S, { y: 640, h: 110, speed: 0 }, (w, h) => hills(w, h, 9, 14, 700, '#8a5f63')),
  looping({ x: 260, y: 452, w: 140, h: 250 }, { frames: 12, fps: 12 }, walker, { dx: drift(34) }),
]);

export const tides: Video = {
  slug: 'how-tides-work',
  title: 'How Tides Work',
  description: 'Why the sea rises and falls twice a day, and what the moon and the sun have to do with it.',
  channel: 'Clear Sky Science',
  tags: ['tides', 'ocean', 'moon', 'science', 'education'],
  width: 1280,
  height: 720,
  rate: [25, 1],
  stage: S,
  sound: { kind: 'speech', voice: 'rms', wind: true },
  coverShot: 0,
  shots: [seaAtSunrise, moonOverSea, diagram, harbour, together, evening],
};
