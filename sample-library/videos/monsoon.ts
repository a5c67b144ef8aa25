/** The rains in a village, with a Bengali narration, and its subtitles beside the file. */
import { leafy } from '../art/land.ts';
import { clouds, haze, hills, sky, sun } from '../art/sky.ts';
import {
  at,
  backdrop,
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
import { child, hut, matBoat, palm, planter, rain, seedlings, stream } from '../art/village.ts';
import { LANDSCAPE as S, type Layer, type Video, shot } from '../types.ts';

const trees = (w: number, dark: string, light: string) =>
  times(Math.ceil(w / 90) + 1, (i) => leafy(i * 90 + (i % 3) * 22, 120, 76 + (i % 4) * 13, dark, light));

const palms = (...feet: [x: number, y: number, h: number, lean: number][]) =>
  each(feet, ([x, y, h, lean]) => at(x, y, palm(h, '#6b5a45', '#2f6b4a', '#4a8a5a', lean)));

const huts = (dark: boolean) =>
  at(250, 200, hut(dark ? '#a88b68' : '#d8b98a', dark ? '#8a6f52' : '#b8946a', '#7d8a94', '#66737d')) +
  at(560, 212, hut(dark ? '#99805f' : '#cfae82', dark ? '#7d664a' : '#ab8a60', '#a5573f', '#86432f'), {
    scale: 0.9,
  });

const darkClouds = shot(5, 'বর্ষার শুরুতে আকাশ কালো মেঘে ভরে যায়।', [
  sky(S, '#3a4658 0, #7f93a3 0.45, #c9d4c9 0.7'),
  clouds(S, { y: -30, h: 250, speed: 26, count: 6, color: '#2f3a4b', opacity: 0.95, scale: 1.7, seed: 4 }),
  clouds(S, { y: 60, h: 220, speed: 42, count: 5, color: '#465468', opacity: 0.9, scale: 1.4, seed: 9 }),
  band(S, { y: 330, h: 130, speed: 3 }, (w) => trees(w, '#41634f', '#557a60')),
  strip(S, { y: 440, h: 290 })`rect 0 0 $w $h #6f9a58`,
  sprite([420, 140, 860, 360], palms([230, 360, 270, -34], [740, 360, 230, 40]), { dx: sway(5, 2.2) }),
  sprite([560, 262, 720, 240], huts(true)),
  band(S, { y: 486, h: 240 }, (w, h) => hills(w, h, 6, 9, 520, '#5c8a4c')),
  band(
    S,
    { y: 520, h: 210 },
    (w, h) => shapes`rect 0 8 ${w} ${h} #4f7d48; ${seedlings(w, h, '#7fb45a', '#9fcb6a')}`,
  ),
  caption(S, 'The Rains in a Village', 'In Bengali, one day of the monsoon', '#6fa8c9'),
]);

/** Rings that open where drops fall; the loop has no seam. */
const rings = (w: number, h: number, count: number) => (round: number) =>
  times(count, (i) => {
    const at = (round + i / count) % 1;
    const x = (i * 397) % w;
    const y = 10 + ((i * 61) % (h - 20));
    const rx = 6 + at * 34;
    return `<ellipse cx="${x}" cy="${y}" rx="${rx.toFixed(1)}" ry="${(rx * 0.3).toFixed(1)}" fill="none" stroke="#e6f2f4" stroke-width="2.4" opacity="${(0.8 * (1 - at)).toFixed(2)}"/>`;
  });

const tinRoof = shot(5, 'টিনের চালে সারাদিন বৃষ্টির শব্দ শোনা যায়।', [
  sky(S, '#5b6b7b 0, #9fb0b5 0.6'),
  band(S, { y: 130, h: 200, speed: 2 }, (w) => at(0, 60, trees(w, '#47695a', '#587c69'))),
  band(S, { y: 300, h: 430 }, (w, h) => shapes`rect 0 0 ${w} ${h} #62805a; ${haze(w, 120, '#9fb0b5', 0.5)}`),
  sprite([-40, 40, 460, 540], palms([240, 530, 360, -40]), { dx: sway(6, 1.9) }),
  drawn([
    330, 150, 800, 470,
  ])`${at(400, 440, hut('#c7a67c', '#9c7d58', '#8d9aa4', '#6f7d88'), { scale: 2.35 })};
    rect 80 432 640 24 #7a6248`,
  stream(S, { y: 600, h: 130, speed: 8, color: '#7d97a0', light: '#b9cdd2', seed: 6 }),
  looping({ x: 0, y: 604, w: S.w, h: 110 }, { frames: 9, fps: 12 }, rings(S.w, 110, 22)),
  rain(S, { count: 130, length: 46, speed: 900, color: '#dfeaf0', opacity: 0.45, seed: 3 }),
  rain(S, { count: 60, length: 80, speed: 1400, color: '#ffffff', opacity: 0.5, seed: 7 }),
]);

const farmers: Layer[] = [
  { x: 180, y: 330, size: 1, shirt: '#d9663f', wrap: '#3d5a80' },
  { x: 470, y: 350, size: 1.15, shirt: '#f2c14e', wrap: '#7a4b6b' },
  { x: 820, y: 335, size: 1.05, shirt: '#5fa8a0', wrap: '#8a5a3a' },
].map(({ x, y, size, shirt, wrap }, i) =>
  looping({ x, y, w: 200, h: 230 }, { frames: 8, fps: 6 + i }, (round) =>
    at(70, 210, shapes`${planter(round, shirt, wrap)}; ellipse 6 2 46 7 #f1f7f3 opacity=0.45`, {
      scale: size * 1.15,
    }),
  ),
);

const planting = shot(5, 'কৃষকেরা কাদামাটিতে ধানের চারা রোপণ করেন।', [
  sky(S, '#8fa9b8 0, #dfe9e0 0.5'),
  clouds(S, { y: 10, h: 180, speed: 16, count: 5, color: '#aebcc4', opacity: 0.9, scale: 1.2, seed: 12 }),
  band(S, { y: 210, h: 130, speed: 3 }, (w) => trees(w, '#4f7a5a', '#6b9a6e')),
  band(
    S,
    { y: 328, h: 400 },
    (w, h) => shapes`${filled('paddy', w, h, '#c3d2cc 0, #7d8a6b 1')}; rect 0 0 ${w} 8 #6f8a4e`,
  ),
  band(S, { y: 350, h: 130 }, (w, h) => seedlings(w, h, '#6fae4b', '#94c95f')),
  ...farmers,
  band(S, { y: 560, h: 170 }, (w, h) => at(0, 0, seedlings(w, h, '#5c9c3f', '#8cc455'), { scale: 1 })),
  rain(S, { count: 50, length: 34, speed: 700, color: '#f4f8fa', opacity: 0.35, seed: 15 }),
]);

/** A water lily with its leaves; (0, 0) is where it rises from the water. */
const lily = (x: number, y: number, size: number) =>
  at(
    x,
    y,
    shapes`ellipse -52 8 44 14 #3f8a5a; ellipse 56 14 50 15 #4a9a64; path M56 14L104 6L104 20Z #5a9fae` +
      each([-62, -34, 0, 34, 62], (turn) =>
        at(0, 0, shapes`path M0 0Q-15 -34 0 -62Q15 -34 0 0Z ${turn ? '#f7b6cf' : '#ffdbe8'}`, { turn }),
      ) +
      shapes`circle 0 -12 9 #f2c14e`,
    { scale: size },
  );

const frog = shapes`ellipse 70 92 66 15 #3f8a5a; path M30 82Q22 44 66 40Q112 40 112 80Q74 96 30 82Z #6fae3f;
  path M40 82Q60 66 96 82Q66 92 40 82Z #d9e8a0; circle 50 38 11 #6fae3f; circle 86 38 11 #6fae3f;
  circle 50 36 5 #1f2a1a; circle 86 36 5 #1f2a1a; line M50 56Q68 66 88 56 #3f6b22 3;
  path M28 84Q14 66 30 60Q44 66 44 84Z #5c9a34; path M112 84Q126 66 110 60Q96 66 96 84Z #5c9a34`;

const boats = shot(6, 'নৌকায় চড়ে মানুষ এক গ্রাম থেকে আরেক গ্রামে যায়। পুকুরে শাপলা ফোটে, আর ব্যাঙ ডাকে।', [
  sky(S, '#8db8cc 0, #eef3e4 0.5'),
  clouds(S, { y: 20, h: 170, speed: 12, count: 4, color: '#dfe6e8', opacity: 0.95, scale: 1.2, seed: 21 }),
  band(S, { y: 220, h: 130, speed: 3 }, (w) => trees(w, '#4c8058', '#6fa86e')),
  sprite([20, 90, 380, 260], palms([120, 255, 180, 30], [260, 255, 150, -26]), { dx: sway(3, 2.8) }),
  stream(S, { y: 338, h: 392, speed: 18, color: '#5a9fae', light: '#d4ecec', seed: 14 }),
  sprite([170, 290, 460, 240], at(230, 170, matBoat('#5a3a24', '#c9a35e', '#c2577a'), { scale: 0.85 }), {
    dx: drift(30),
    dy: sway(4, 2.6),
  }),
  sprite(
    [820, 270, 420, 200],
    at(210, 140, matBoat('#4a3020', '#b98f4c', '#3d5a80'), { scale: 0.6, flip: true }),
    {
      dx: drift(-16),
      dy: sway(3, 3.1, 1),
    },
  ),
  sprite(
    [0, 480, S.w, 240],
    lily(150, 110, 1.1) + lily(400, 180, 1.35) + lily(980, 130, 1.2) + lily(1180, 200, 1),
    {
      dy: sway(3, 3),
    },
  ),
  sprite([640, 560, 150, 120], frog, { dy: sway(5, 0.9) }),
]);

/** An arc of seven colours; the layer's bottom is the horizon. */
const rainbow = (w: number, h: number) =>
  `<g opacity="0.7">${each(
    ['#e4572e', '#f3894a', '#f7d154', '#6fbf5a', '#4aa3d8', '#3d5fae', '#7a4fa0'],
    (color, i) =>
      `<ellipse cx="${w / 2}" cy="${h}" rx="${w / 2 - 20 - i * 15}" ry="${h - 20 - i * 15}" fill="none" stroke="${color}" stroke-width="16"/>`,
  )}</g>`;

const afterwards = shot(6, 'বৃষ্টি থামলে আকাশে রংধনু ওঠে, আর শিশুরা মাঠে খেলতে নামে।', [
  backdrop(
    S,
    filled('clear', S.w, S.h, '#4f9fd6 0, #dff1f2 0.6') + sun(150, 110, 44, '#fffdf0', '#fff0b0', 4),
  ),
  sprite([330, 70, 900, 380], rainbow(900, 380)),
  clouds(S, { y: 30, h: 170, speed: 10, count: 4, color: '#ffffff', opacity: 0.95, seed: 28 }),
  band(S, { y: 330, h: 130, speed: 2 }, (w) => trees(w, '#4a9a58', '#7cc470')),
  strip(S, { y: 442, h: 290 })`rect 0 0 $w $h #7fc25a`,
  sprite([-20, 262, 720, 240], huts(false)),
  sprite([1010, 190, 270, 310], palms([130, 300, 240, 34])),
  band(S, { y: 500, h: 230 }, (w, h) => hills(w, h, 9, 8, 560, '#6cb04c')),
  ...[
    { x: 240, y: 540, shirt: '#e4572e', shorts: '#3d5a80', speed: 46 },
    { x: 420, y: 560, shirt: '#f2c14e', shorts: '#5a4a78', speed: 52 },
    { x: 610, y: 535, shirt: '#5fa8d0', shorts: '#8a5a3a', speed: 40 },
  ].map(({ x, y, shirt, shorts, speed }, i) =>
    looping(
      { x, y, w: 110, h: 160 },
      { frames: 8, fps: 11 + i },
      (round) => at(55, 150, child(round, shirt, shorts)),
      { dx: drift(speed) },
    ),
  ),
  drawn([820, 640, 50, 50], {
    dx: drift(48),
    dy: '-60*abs(sin(2*PI*t/1.6))',
  })`circle 25 25 20 #fff7ea; path M12 18L25 10L38 18L33 33H17Z #2f3a4b`,
]);

export const monsoon: Video = {
  slug: 'the-rains-in-a-village-bengali',
  title: 'The Rains in a Village (গ্রামে বর্ষা)',
  description:
    'Dark clouds, rain on the roof, young rice and a rainbow: a day of the monsoon, told in Bengali with Bengali subtitles.',
  channel: 'Slow Journeys',
  tags: ['rain', 'monsoon', 'bengali', 'বাংলা', 'বর্ষা', 'village', 'nature'],
  width: 1280,
  height: 720,
  rate: [30, 1],
  stage: S,
  sound: { kind: 'speech', voice: { espeak: 'bn+m3' } },
  subtitles: { language: 'bn', place: 'beside' },
  coverShot: 4,
  shots: [darkClouds, tinRoof, planting, boats, afterwards],
};
