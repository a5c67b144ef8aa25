/** The colours of a desert. */
import { dunes, falling } from '../art/land.ts';
import { at, band, caption, drift, each, looping, shapes, sprite, sway } from '../art/svg.ts';
import { clouds, haze, hills, moon, sky, stars, streaks, sun, twinkles } from '../art/sky.ts';
import { LANDSCAPE as S, type Video, shot } from '../types.ts';

const plain = (y: number, color: string) => shapes`rect 0 ${y} ${S.w} ${S.h - y} ${color}`;

const camel = (color: string) => (round: number) => {
  const swing = (phase: number) => Math.sin(round * 6.283 + phase) * 9;
  const leg = (x: number, phase: number) => shapes`line M${x} 76L${x + swing(phase)} 124 ${color} 7`;
  return shapes`${leg(46, 0)}; ${leg(58, 3.1)}; ${leg(104, 1.6)}; ${leg(114, 4.7)};
    path M36 78Q30 54 52 52Q58 24 74 30Q84 34 86 46Q92 24 106 28Q120 34 120 58Q124 76 112 82Q70 94 40 84Z ${color};
    line M118 66Q142 76 146 30 ${color} 12; ellipse 152 24 16 8 ${color} transform=${'rotate(12 152 24)'};
    line M36 62Q28 74 30 88 ${color} 4`;
};

const caravan = (y: number, color: string, count: number) =>
  Array.from({ length: count }, (_, i) =>
    looping({ x: 260 + i * 190, y: y + (i % 2) * 4, w: 180, h: 136 }, { frames: 12, fps: 10 }, camel(color), {
      dx: drift(22),
      dy: sway(2, 0.7, i),
    }),
  );

const cactus = (color: string, light: string) =>
  shapes`line M60 220V40 ${color} 34; line M60 140H16V84 ${color} 22; line M60 116H104V60 ${color} 22;
    line M54 214V46 ${light} 4 opacity=0.5; line M12 130V88 ${light} 3 opacity=0.5`;

const mesa = (w: number, h: number, light: string, shade: string) =>
  shapes`path M${w * 0.12} ${h}L${w * 0.2} ${h * 0.12}Q${w * 0.5} ${h * 0.04} ${w * 0.8} ${h * 0.12}L${w * 0.9} ${h}Z ${light};
    path M${w * 0.56} ${h * 0.08}L${w * 0.8} ${h * 0.12}L${w * 0.9} ${h}H${w * 0.6}Q${w * 0.52} ${h * 0.6} ${w * 0.56} ${h * 0.08}Z ${shade}` +
  each(
    [0.3, 0.46, 0.64, 0.8],
    (y) =>
      shapes`line M${w * (0.2 - y * 0.06)} ${h * y}Q${w * 0.5} ${h * (y + 0.03)} ${w * (0.8 + y * 0.07)} ${h * y} ${shade} 5 opacity=0.5`,
  );

const dawn = shot(5, 'At first light, the desert is pink and blue.', [
  sky(
    S,
    '#6f86c9 0, #c9a3d1 0.4, #f7bfb4 0.62, #ffe0c2 1',
    streaks(S.w, 150, 140, 8, '#ffe3ea', 6) +
      sun(300, 420, 46, '#fff0de', '#ffc3a0', 5) +
      plain(500, '#c7a3c9'),
  ),
  band(S, { y: 330, h: 260, speed: 5 }, (w, h) =>
    dunes(w, h, 3, { count: 4, light: '#c7a3c9', shade: '#a586b8' }),
  ),
  band(S, { y: 400, h: 330, speed: 14 }, (w, h) =>
    dunes(w, h, 8, { count: 3, light: '#e6a9a6', shade: '#b98099', top: 0.06 }),
  ),
  band(S, { y: 520, h: 220, speed: 30 }, (w, h) =>
    dunes(w, h, 12, { count: 2, light: '#d88f8c', shade: '#9d6786', top: 0.05 }),
  ),
  caption(S, 'The Colours of a Desert', 'From first light to midnight', '#f2a07b'),
]);

const noon = shot(5, 'By noon, the sand is bright yellow and the sky is almost white.', [
  sky(
    S,
    '#8fd0ea 0, #dff3f2 0.5, #fdf8e4 1',
    sun(900, 120, 60, '#ffffff', '#fff3b8', 5) + plain(480, '#f5dc9a'),
  ),
  band(S, { y: 320, h: 260, speed: 5 }, (w, h) =>
    dunes(w, h, 21, { count: 4, light: '#f5dc9a', shade: '#e3bd72' }),
  ),
  band(S, { y: 400, h: 330, speed: 12 }, (w, h) =>
    dunes(w, h, 27, { count: 3, light: '#f7cf6b', shade: '#dfa94c', top: 0.08 }),
  ),
  sprite([180, 400, 130, 240], cactus('#5d9a6b', '#c4e3b0'), { dx: drift(-18) }),
  sprite([960, 430, 130, 240], cactus('#4f8a62', '#c4e3b0'), { dx: drift(-18) }),
  band(S, { y: 560, h: 180, speed: 26 }, (w, h) =>
    dunes(w, h, 33, { count: 2, light: '#f2bf55', shade: '#d39a3f', top: 0.05 }),
  ),
]);

const wind = shot(5, 'The wind moves the dunes a little every day. No two days look the same.', [
  sky(S, '#d9a066 0, #f0cf9a 0.6, #f8e6c4 1', sun(640, 190, 52, '#fff4d8', '#ffe0a3', 4)),
  band(S, { y: 320, h: 420, speed: 8 }, (w, h) =>
    dunes(w, h, 41, { count: 3, light: '#e0a462', shade: '#c48548', top: 0.06 }),
  ),
  band(S, { y: 530, h: 200, speed: 12 }, (w, h) => hills(w, h, 6, 9, 600, '#d59a58')),
  ...caravan(418, '#6b4128', 4),
  band(S, { y: 545, h: 200, speed: 22 }, (w, h) =>
    dunes(w, h, 46, { count: 2, light: '#cf8f4e', shade: '#a86c38', top: 0.04 }),
  ),
  falling(S, { count: 90, size: 2, speed: 14, sideways: 190, color: '#fff0cf', opacity: 0.7, seed: 4 }),
]);

const rocks = shot(5, 'In the evening, the rocks are deep red.', [
  sky(
    S,
    '#4b3b78 0, #c25b6d 0.4, #ff9a5c 0.68, #ffd08a 1',
    streaks(S.w, 160, 170, 10, '#ffb38a', 15) +
      sun(980, 430, 70, '#fff0c4', '#ff9d4a', 4.5) +
      plain(462, '#a34a5a'),
  ),
  band(S, { y: 380, h: 90, speed: 3 }, (w, h) =>
    dunes(w, h, 5, { count: 6, light: '#a34a5a', shade: '#8a3d54' }),
  ),
  sprite([80, 200, 520, 360], mesa(520, 360, '#c8482f', '#8c2f33'), { dx: drift(-7) }),
  sprite([560, 270, 320, 270], mesa(320, 270, '#b8412f', '#7d2a33'), { dx: drift(-10) }),
  band(S, { y: 480, h: 250, speed: 16 }, (w, h) =>
    dunes(w, h, 55, { count: 3, light: '#a63c2f', shade: '#76283a', top: 0.1 }),
  ),
  band(S, { y: 570, h: 160, speed: 30 }, (w, h) =>
    dunes(w, h, 58, { count: 2, light: '#7d2c35', shade: '#571f38', top: 0.1 }),
  ),
]);

const night = shot(5.5, 'At night, the sand is silver under the stars.', [
  sky(
    S,
    '#0b1233 0, #243565 0.6, #4c6190 1',
    stars(S.w, 420, 240, 61) + moon(940, 160, 56) + plain(520, '#6c7fac'),
  ),
  twinkles(S, 300, 24, 13),
  band(S, { y: 370, h: 260, speed: 5 }, (w, h) =>
    dunes(w, h, 63, { count: 4, light: '#7d8fb8', shade: '#4c5f90' }),
  ),
  band(S, { y: 400, h: 120 }, (w, h) => haze(w, h, '#8fa3cc', 0.25)),
  band(S, { y: 430, h: 300, speed: 13 }, (w, h) =>
    dunes(w, h, 66, { count: 3, light: '#a3b1d0', shade: '#52638f', top: 0.08 }),
  ),
  sprite(
    [300, 520, 220, 150],
    at(
      110,
      120,
      shapes`path M-96 20L0 -86L96 20Z #2c2f57; path M-16 20L0 -50L18 20Z #ffcf7d; line M0 -86V-98 #2c2f57 4`,
    ),
    { dx: drift(-20) },
  ),
  band(S, { y: 580, h: 160, speed: 26 }, (w, h) =>
    dunes(w, h, 70, { count: 2, light: '#8795bd', shade: '#3b4a78', top: 0.08 }),
  ),
  clouds(S, { y: 60, h: 120, speed: 7, count: 2, color: '#5a6ea0', opacity: 0.3, seed: 30 }),
]);

export const desert: Video = {
  slug: 'the-colours-of-a-desert',
  title: 'The Colours of a Desert',
  description:
    'One day in the desert: pink mornings, yellow noon, red rocks in the evening, silver sand at night.',
  channel: 'Far Places',
  tags: ['desert', 'nature', 'landscape', 'travel', 'colours'],
  width: 1280,
  height: 720,
  rate: [24, 1],
  stage: S,
  sound: { kind: 'speech', voice: 'rms', wind: true },
  coverShot: 3,
  shots: [dawn, noon, wind, rocks, night],
};
