/** Why the northern lights glow. */
import { forest, mountains } from '../art/land.ts';
import {
  at,
  band,
  caption,
  drawn,
  drift,
  each,
  label,
  linear,
  looping,
  radial,
  random,
  shapes,
  sprite,
  sway,
} from '../art/svg.ts';
import { curtain, hills, sky, stars, sun, twinkles } from '../art/sky.ts';
import { LANDSCAPE as S, type Layer, type Video, shot } from '../types.ts';

const GREEN: [string, string] = ['#7dffb2', '#35c9a5'];
const VIOLET: [string, string] = ['#b58cff', '#6a4fd8'];
const BLUE: [string, string] = ['#7fd8ff', '#3d6fe0'];

const land = (seed: number): Layer[] => [
  band(S, { y: 380, h: 240, speed: 4 }, (w, h) =>
    mountains(w, h, seed, { count: 6, light: '#24386a', shade: '#1a2a55', snow: '#a9c4ea' }),
  ),
  band(S, { y: 530, h: 200, speed: 12 }, (w, h) =>
    forest(w, h, seed + 2, { tall: 84, every: 34, color: '#0d1a38', uneven: 10 }),
  ),
];

const night = (seed: number) => sky(S, '#070d26 0, #12295a 0.6, #1f4a6e 1', stars(S.w, 480, 200, seed));

const start = shot(5, 'On a cold winter night, green light moves across the sky.', [
  night(3),
  curtain(S, { y: -30, h: 430, seed: 4, colors: GREEN, speed: 16, dy: sway(16, 6) }),
  curtain(S, { y: 60, h: 340, seed: 9, colors: BLUE, speed: -22, dy: sway(14, 5, 2), opacity: 0.6 }),
  ...land(7),
  caption(S, 'The Northern Lights', 'Why the sky glows', '#7dffb2'),
]);

const flare = shot(5, 'It begins with the sun. It sends out a stream of very small particles.', [
  sky(S, '#1a0d2e 0, #2b1238 1', stars(S.w, S.h, 120, 14)),
  drawn([-420, -60, 900, 840], {
    dx: drift(5),
  })`${sun(420, 420, 240, '#ffcf5a', '#ff7a2e', 1.7)}; circle 330 330 40 #ffb13d opacity=0.6;
    circle 470 500 60 #ffb13d opacity=0.6; circle 520 320 28 #ffb13d opacity=0.6`,
  particles(18, 2.2, 150, 5),
  particles(12, 3.6, 260, 6),
]);

/** Dots that stream to the right and come round again. */
function particles(count: number, r: number, speed: number, seed: number): Layer {
  const next = random(seed);
  let body = '';
  for (let i = 0; i < count; i++) {
    const x = next() * S.w;
    const y = 120 + next() * 480;
    for (const copy of [0, S.w])
      body += shapes`ellipse ${x + copy} ${y} ${r * 3.5} ${r * 0.5} #ffb870 opacity=0.5;
        circle ${x + copy + r * 2.5} ${y} ${r} #ffe6b0`;
  }
  return { x: 330 - S.w, y: 0, w: S.w * 2, h: S.h, body, dx: `mod(${speed}*t,${S.w})` };
}

const globe = (r: number) =>
  shapes`${radial('air', '#58b4ff 0.8 0.55, #58b4ff 1 0')}; circle 0 0 ${r * 1.22} url(#air);
    circle 0 0 ${r} #2a78b8` +
  at(
    0,
    0,
    shapes`path M-70 -60Q-20 -104 26 -76Q44 -40 4 -24Q-10 14 -46 4Q-96 -14 -70 -60Z #79b87a;
      path M20 18Q70 2 88 36Q70 88 34 90Q10 60 20 18Z #79b87a;
      path M-60 52Q-30 44 -18 74Q-40 92 -58 78Z #79b87a`,
    { scale: r / 118 },
  ) +
  shapes`ellipse 0 ${-r * 0.86} ${r * 0.44} ${r * 0.1} #f2fbff;
    ellipse 0 ${r * 0.88} ${r * 0.4} ${r * 0.09} #f2fbff`;

const field = shot(5, 'The earth is like a large magnet. It pulls them to the north and to the south.', [
  sky(S, '#081029 0, #1a1c4d 1', stars(S.w, S.h, 150, 25)),
  { ...particles(16, 2.4, 170, 33), x: 60 - S.w * 1.62 },
  sprite(
    [440, 30, 820, 660],
    each(
      [1, 1.45, 1.9],
      (k) =>
        shapes`line M410 200C${410 + 190 * k} ${330 - 270 * k} ${410 + 190 * k} ${330 + 270 * k} 410 460M410 200C${410 - 190 * k} ${330 - 270 * k} ${410 - 190 * k} ${330 + 270 * k} 410 460 #8ecbff 3 opacity=0.55 stroke-dasharray=${'14 10'}`,
    ) + at(410, 330, globe(140)),
    { dx: drift(-3) },
  ),
  looping(
    { x: 700, y: 110, w: 300, h: 160 },
    { frames: 10, fps: 6 },
    (round) =>
      shapes`ellipse 150 92 ${92 + 8 * Math.sin(round * 6.28)} 30 none stroke=#7dffb2 stroke-width=${9 + 4 * Math.sin(round * 6.28)} opacity=0.85`,
    { dx: drift(-3) },
  ),
  sprite([120, 600, 420, 70], label(10, 44, 30, 'Particles from the sun', '#ffe6b0')),
]);

const air = shot(5, 'High above the ground, they hit the air, and the air begins to glow.', [
  sky(S, '#05081c 0, #0f2350 0.5, #2c6b8c 1', stars(S.w, 400, 160, 36)),
  curtain(S, { y: 60, h: 420, seed: 41, colors: GREEN, speed: 26, dy: sway(18, 5) }),
  twinkles(S, 260, 18, 37),
  {
    x: -400,
    y: 470,
    w: 2080,
    h: 900,
    body: shapes`${radial('rim', '#0f2c4f 0.9, #1d5f8c 0.955, #7fe0ff 0.985 0.9, #7fe0ff 1 0')};
      ellipse 1040 450 1040 450 url(#rim)`,
    dy: drift(-4),
  },
]);

const colours = shot(5, 'Some of the light is green. Some of it is blue, or even purple.', [
  night(44),
  curtain(S, { y: -60, h: 400, seed: 45, colors: VIOLET, speed: -18, dy: sway(14, 6), opacity: 0.9 }),
  curtain(S, { y: 10, h: 400, seed: 48, colors: BLUE, speed: 24, dy: sway(16, 5, 1), opacity: 0.75 }),
  curtain(S, { y: 90, h: 380, seed: 51, colors: GREEN, speed: -30, dy: sway(12, 4, 2) }),
  ...land(52),
]);

const watch = shot(5, 'The best time to see it is around midnight, far away from the city.', [
  night(61),
  curtain(S, { y: -20, h: 420, seed: 63, colors: GREEN, speed: 20, dy: sway(16, 6) }),
  band(S, { y: 410, h: 160, speed: 4 }, (w, h) => hills(w, h, 66, 34, 620, '#1b3560')),
  band(
    S,
    { y: 490, h: 240, speed: 10 },
    (w, h) => linear('snow', '#8fb5d8 0, #4d6fa3 1') + hills(w, h, 68, 16, 900, 'url(#snow)'),
  ),
  drawn([360, 420, 260, 170], { dx: drift(-9) })`path M10 140Q20 24 130 20Q240 24 250 140Z #e08a4a;
    path M100 140Q100 78 130 76Q160 78 160 140Z #ffdf9a;
    line M130 20Q128 80 100 138M130 20Q132 80 160 138 #b8652f 3`,
  sprite(
    [700, 470, 120, 130],
    each(
      [34, 82],
      (x, i) =>
        shapes`circle ${x} 34 13 #16233f;
          path M${x - 17} 54Q${x} 40 ${x + 17} 54L${x + 20} 118H${x - 20}Z ${i ? '#27406b' : '#1a2c52'}`,
    ),
    { dx: drift(-9) },
  ),
]);

export const northernLights: Video = {
  slug: 'why-the-northern-lights-glow',
  title: 'Why the Northern Lights Glow',
  description:
    'From the sun to the winter sky: how small particles make the air glow green, blue and purple.',
  channel: 'Clear Sky Science',
  tags: ['aurora', 'northern lights', 'space', 'science', 'night'],
  width: 1280,
  height: 720,
  rate: [30, 1],
  stage: S,
  sound: { kind: 'speech', voice: 'rms' },
  coverShot: 0,
  shots: [start, flare, field, air, colours, watch],
};
