/** A river from the snow to the plain, with a Hindi narration, and its subtitles in the file. */
import { arches } from '../art/city.ts';
import { forest, leafy, mountains, shimmer } from '../art/land.ts';
import { clouds, haze, hills, sky, stars, streaks, sun } from '../art/sky.ts';
import {
  at,
  band,
  caption,
  drawn,
  drift,
  each,
  linear,
  looping,
  radial,
  shapes,
  sprite,
  strip,
  sway,
  times,
} from '../art/svg.ts';
import { child, kite, matBoat, stones, stream } from '../art/village.ts';
import { LANDSCAPE as S, type Layer, type Video, shot } from '../types.ts';

const source = shot(5, 'यह नदी ऊँचे पहाड़ों की बर्फ़ से जन्म लेती है।', [
  sky(S, '#5fa8dc 0, #d5ecf4 0.6, #eef6f4 1', sun(1020, 130, 46, '#fffdf0', '#fff2b8', 4)),
  clouds(S, { y: 40, h: 170, speed: 10, count: 4, color: '#ffffff', opacity: 0.85, seed: 6 }),
  band(S, { y: 110, h: 400, speed: 3 }, (w, h) =>
    mountains(w, h, 14, { count: 4, light: '#8fa6bd', shade: '#6f89a4', snow: '#ffffff', least: 0.62 }),
  ),
  band(S, { y: 380, h: 120 }, (w, h) => haze(w, h, '#eef6f4', 0.6)),
  band(S, { y: 430, h: 300 }, (w, h) => hills(w, h, 5, 16, 800, '#8fb08a')),
  drawn([400, 446, 620, 274])`${linear('brook', '#e6f7fb 0, #4fa3c4 1')};
    path M246 0Q300 26 236 54Q150 92 262 128Q420 172 300 274H600Q640 150 400 110Q300 90 330 52Q352 22 262 0Z url(#brook)`,
  shimmer({ x: 850, y: 590, w: 260, h: 130, color: '#ffffff', wide: 0.8 }),
  sprite([720, 580, 340, 140], at(70, 0, stones(200, 140, 9, { every: 170, size: 40 }))),
  caption(S, 'A River in the Hills', 'In Hindi, from the snow to the plain', '#5fa8dc'),
]);

const rapids = shot(5, 'पिघलती बर्फ़ का पानी पत्थरों के बीच से तेज़ी से नीचे बहता है।', [
  sky(S, '#a9d8e8 0, #e6f3e4 0.5'),
  band(S, { y: 90, h: 330, speed: 4 }, (w, h) =>
    forest(w, h, 21, { tall: 180, every: 70, color: '#3f7a5f', uneven: 12 }),
  ),
  band(S, { y: 190, h: 300, speed: 8 }, (w, h) =>
    forest(w, h, 24, { tall: 150, every: 64, color: '#2c6149', uneven: 16 }),
  ),
  stream(S, { y: 400, h: 120, speed: 95, color: '#5db2cf', light: '#ffffff', seed: 2 }),
  band(S, { y: 392, h: 90 }, (w, h) => stones(w, h, 31, { every: 170, size: 38 })),
  stream(S, { y: 480, h: 140, speed: 150, color: '#3f97ba', light: '#f2fcff', seed: 5 }),
  band(S, { y: 480, h: 130 }, (w, h) => stones(w, h, 37, { every: 300, size: 66 })),
  stream(S, { y: 590, h: 140, speed: 230, color: '#2c7fa6', light: '#ffffff', seed: 8 }),
  band(S, { y: 600, h: 170 }, (w, h) => stones(w, h, 45, { every: 520, size: 110 })),
]);

/** Fields in strips that narrow towards the hills. */
const fields = (w: number, h: number) => {
  const greens = ['#9fcb5f', '#7fb54e', '#c3d66b', '#8cc057', '#e0cf6a'];
  const far = w * 0.5;
  return times(12, (i) => {
    const top = far + (i - 6) * 110;
    const low = far + (i - 6) * 330;
    return shapes`path M${top} 0H${top + 110}L${low + 330} ${h}H${low}Z ${greens[i % 5]!}`;
  });
};

const farmer = drawn([
  930, 394, 130, 170,
])`rect 50 98 12 62 #f4efe4; rect 68 98 12 62 #f4efe4; path M42 58Q65 46 88 58L92 112H38Z #f4efe4;
  circle 65 36 16 #a8754a; path M45 32Q48 10 66 12Q86 12 86 32Q66 24 45 32Z #d9663f;
  line M84 66L110 96 #a8754a 9; line M118 30L100 158 #7a5634 6`;

const valley = shot(6, 'घाटी में किसान इसी पानी से अपने खेत सींचते हैं। बच्चे किनारे पर रंग-बिरंगी पतंगें उड़ाते हैं।', [
  sky(S, '#79c0e6 0, #e9f6ee 0.55', sun(220, 120, 44, '#fffdf0', '#fff0b0', 4)),
  clouds(S, { y: 50, h: 150, speed: 12, count: 4, color: '#ffffff', opacity: 0.9, seed: 13 }),
  band(S, { y: 210, h: 180, speed: 3 }, (w, h) => hills(w, h, 3, 44, 620, '#8fb6a0')),
  band(S, { y: 280, h: 130, speed: 5 }, (w, h) => hills(w, h, 8, 26, 480, '#6f9f7c')),
  band(S, { y: 360, h: 260 }, (w, h) => fields(w, h)),
  farmer,
  stream(S, { y: 560, h: 110, speed: 60, color: '#58acc9', light: '#e9fbff', seed: 12 }),
  band(S, { y: 626, h: 100 }, (w, h) => hills(w, h, 4, 8, 500, '#7a9a4e')),
  sprite([640, 130, 90, 190], at(45, 60, kite('#e4572e', '#f3a712'), { turn: 14 }), {
    dx: sway(60, 5),
    dy: sway(26, 3.2),
  }),
  sprite([420, 90, 90, 190], at(45, 60, kite('#3d5a98', '#76b5d9'), { turn: -12 }), {
    dx: sway(-50, 4.4),
    dy: sway(20, 2.7, 1),
  }),
  ...[
    { x: 150, shirt: '#f2c14e', shorts: '#3d5a80', speed: 34 },
    { x: 290, shirt: '#e4572e', shorts: '#5a4a78', speed: 26 },
  ].map(({ x, shirt, shorts, speed }) =>
    looping(
      { x, y: 540, w: 110, h: 150 },
      { frames: 8, fps: 11 },
      (round) => at(55, 146, child(round, shirt, shorts)),
      { dx: drift(speed) },
    ),
  ),
]);

const bridge = shot(5, 'पुराने पुल के नीचे से नावें धीरे-धीरे गुज़रती हैं।', [
  sky(S, '#8fc3e0 0, #fbeed4 0.5', sun(980, 180, 50, '#fff9e2', '#ffe6a0', 4.5)),
  clouds(S, { y: 40, h: 140, speed: 9, count: 3, color: '#fffaf0', opacity: 0.8, seed: 19 }),
  band(S, { y: 250, h: 160, speed: 3 }, (w, h) => hills(w, h, 17, 34, 560, '#9fb89a')),
  band(
    S,
    { y: 290, h: 120 },
    (w) =>
      times(14, (i) => leafy(i * 100 + (i % 3) * 18, 116, 82 + (i % 4) * 12, '#5f8f5a', '#8ab872')) +
      shapes`rect 0 108 ${w} 12 #6f9a5e`,
  ),
  stream(S, { y: 400, h: 330, speed: 26, color: '#5a9fb5', light: '#d9f2f4', seed: 22 }),
  sprite([30, 370, 460, 240], at(230, 170, matBoat('#6b4226', '#c9a35e', '#d9663f')), {
    dx: drift(34),
    dy: sway(3, 2.8),
  }),
  band(S, { y: 230, h: 250 }, (w, h) => arches(w, h, 330, '#b08c6c', '#d1b08c')),
  strip(S, { y: 474, h: 14 })`rect 0 0 $w $h #3d7a8f opacity=0.35`,
  sprite([700, 470, 460, 240], at(230, 170, matBoat('#4f3524', '#b98f4c', '#3d5a98'), { flip: true }), {
    dx: drift(-30),
    dy: sway(4, 2.4, 1),
  }),
]);

/** A clay lamp with its light on the water; it rides on the river. */
const lamp = (x: number, y: number, size: number, phase: number): Layer =>
  looping(
    { x, y, w: 160, h: 160 },
    { frames: 6, fps: 8 },
    (round) => {
      const flame = 1 + Math.sin((round + phase) * 6.283) * 0.12;
      const body = shapes`${radial('glow', '#ffd27a 0 0.75, #ffd27a 1 0')};
        circle 0 -14 ${66 * flame} url(#glow);
        path M0 ${-34 * flame - 6}Q13 -14 0 -2Q-13 -14 0 ${-34 * flame - 6}Z #ffb03a;
        path M0 ${-20 * flame - 4}Q6 -10 0 -3Q-6 -10 0 ${-20 * flame - 4}Z #fff3c4;
        path M-26 -4Q0 8 26 -4Q20 18 0 18Q-20 18 -26 -4Z #a8522f; ellipse 0 30 24 4 #ffcf7a opacity=0.5`;
      return at(80, 84, body, { scale: size });
    },
    { dx: drift(7 + phase * 6), dy: sway(2.5, 2.6, phase * 5) },
  );

/** Steps that lead into the water, with people on them. */
const ghat = (w: number, h: number) => {
  const steps = times(
    6,
    (i) =>
      shapes`rect 0 ${60 + i * 26} ${w} 28 ${['#6a4f5f', '#5a4356', '#4d3a4e', '#423347', '#392d40', '#302739'][i]!}`,
  );
  const temple = shapes`path M120 62V-4Q160 -96 200 -4V62Z #4b3a55;
    path M230 62V8Q262 -64 294 8V62Z #3f3149; circle 160 -56 7 #ffcf7a`;
  const people = each([440, 520, 700, 890, 960, 1130], (x, i) => {
    const y = 70 + (i % 3) * 26;
    const wrap = ['#d98a4b', '#c2577a', '#5a7fa8', '#d9b04b'][i % 4]!;
    return shapes`path M${x - 22} ${y + 20}Q${x - 22} ${y - 34} ${x} ${y - 36}Q${x + 22} ${y - 34} ${x + 22} ${y + 20}Z ${wrap};
      circle ${x} ${y - 48} 13 #8a5d4a`;
  });
  return shapes`${at(0, 100, temple + steps + people)}; rect 0 ${h - 4} ${w} 4 #241c30`;
};

const evening = shot(6, 'शाम को लोग घाट पर दीये जलाते हैं, और नदी रोशनी से चमक उठती है।', [
  sky(
    S,
    '#231f4a 0, #6d3f74 0.35, #f08a5d 0.6',
    stars(S.w, 220, 70, 8) + streaks(S.w, 190, 110, 8, '#ffb38a', 5),
  ),
  band(S, { y: 300, h: 120, speed: 2 }, (w, h) => hills(w, h, 12, 24, 640, '#4a3358')),
  band(S, { y: 170, h: 320 }, ghat),
  stream(S, { y: 470, h: 260, speed: 14, color: '#3a2f5c', light: '#e89a6a', seed: 30 }),
  lamp(120, 430, 0.6, 0.1),
  lamp(420, 446, 0.65, 0.5),
  lamp(760, 436, 0.6, 0.8),
  lamp(1010, 452, 0.66, 0.3),
  lamp(250, 520, 0.95, 0.4),
  lamp(620, 530, 1, 0.9),
  lamp(900, 545, 0.95, 0.2),
]);

export const river: Video = {
  slug: 'a-river-in-the-hills-hindi',
  title: 'A River in the Hills (पहाड़ों की नदी)',
  description:
    'From the snow of the mountains to the lamps of the evening: the way of a river, told in Hindi with Hindi subtitles.',
  channel: 'Far Places',
  tags: ['river', 'hindi', 'हिन्दी', 'नदी', 'mountains', 'nature'],
  width: 1280,
  height: 720,
  rate: [25, 1],
  stage: S,
  sound: { kind: 'speech', voice: { espeak: 'hi+f2' } },
  subtitles: { language: 'hi', place: 'inside' },
  coverShot: 4,
  shots: [source, rapids, valley, bridge, evening],
};
