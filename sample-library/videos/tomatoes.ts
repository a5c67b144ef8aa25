/** Growing tomatoes on a balcony; a vertical video. */
import {
  arrive,
  at,
  backdrop,
  band,
  caption,
  drawn,
  each,
  filled,
  looping,
  shapes,
  sprite,
  strip,
  sway,
} from '../art/svg.ts';
import { clouds, sky, sun } from '../art/sky.ts';
import { blossom, city, floor, fruit, leaf, plant, pot, railing } from '../art/garden.ts';
import { PORTRAIT as S, type Video, shot } from '../types.ts';

const start = shot(5, 'You can grow tomatoes on a small balcony.', [
  ...city('#7ec8e3', '#fdf0d5', '#e8b4a0', 3),
  band(S, { y: 700, h: 280 }, railing),
  floor(960, '#c98d62', '#b17a52'),
  sprite(
    [80, 460, 560, 620],
    at(
      280,
      460,
      plant(380, (x, y, i) => fruit(x, y, 24, i % 3 ? '#e2483d' : '#f08a3c')),
    ) + at(280, 460, pot(220, 150, '#c8643f', '#d97b52')),
    { dy: '0' },
  ),
  caption(S, 'Balcony Tomatoes', 'From a small pot to the table', '#e2483d'),
]);

const soil = shot(4.5, 'All you need is a large pot and some good soil.', [
  backdrop(S, shapes`${filled('wall', S.w, S.h, '#f6dfc4 0, #eac6a0 1')}; circle 360 520 330 #fbeedb`),
  floor(980, '#a86f52', '#935f45'),
  sprite(
    [120, 600, 480, 480],
    at(240, 130, shapes`ellipse 0 0 214 44 #4a3024; ellipse 0 -6 190 32 #5f3f2e`) +
      at(240, 140, pot(420, 320, '#4f7f8c', '#649aa6')),
  ),
  sprite(
    [280, 560, 160, 200],
    at(
      60,
      175,
      shapes`line M0 0C0 -40 4 -70 0 -110 #3b7d3f 9; ${leaf(0, -100, 0.75, -36, '#57a85c')};
        ${leaf(0, -100, 0.75, 210, '#3f8f4f')}; ${leaf(0, -60, 0.55, 200, '#57a85c')}`,
    ),
    { dy: arrive(-240, 1.8, 0.5) },
  ),
  sprite(
    [470, 330, 230, 260],
    at(110, 130, shapes`rect -14 -110 28 120 #d9a066 rx=12; path M-42 0H42L30 92Q0 126 -30 92Z #8a97a3`, {
      turn: 38,
    }),
    { dx: sway(14, 3), dy: sway(16, 3, 1) },
  ),
]);

const light = shot(5, 'Put the plant in a warm place with six hours of sun.', [
  sky(S, '#ffb65c 0, #ffe3a1 0.6, #fff3d0 1', sun(360, 330, 120, '#fffbe6', '#ffd65c', 4)),
  clouds(S, { y: 120, h: 360, speed: -12, count: 2, color: '#fff8e6', opacity: 0.75, scale: 1.2, seed: 8 }),
  band(S, { y: 760, h: 280 }, railing),
  floor(1010, '#b5764e', '#9d6440'),
  sprite(
    [20, 700, 330, 460],
    at(
      165,
      340,
      plant(230, () => ''),
    ) + at(165, 340, pot(180, 115, '#3f6f8a', '#5588a3')),
  ),
  sprite(
    [370, 660, 330, 500],
    at(
      165,
      380,
      plant(280, () => ''),
    ) + at(165, 380, pot(180, 115, '#d0703f', '#e08653')),
  ),
]);

const water = shot(5, 'Give it water every morning, but never too much.', [
  ...city('#a7dbd8', '#e9f5e1', '#b9d3c2', 14),
  band(S, { y: 740, h: 280 }, railing),
  floor(1000, '#8d9b86', '#7b8975'),
  sprite(
    [20, 640, 460, 560],
    at(
      210,
      440,
      plant(320, () => ''),
    ) + at(210, 440, pot(210, 130, '#b85c4a', '#c9705c')),
  ),
  looping({ x: 250, y: 640, w: 150, h: 300 }, { frames: 8, fps: 16 }, (round) =>
    each([0, 1, 2, 3, 4, 5, 6], (i) => {
      const t = (i / 7 + (round / 7) * 2) % 1;
      return shapes`ellipse ${140 - t * 90 - (i % 3) * 9} ${t * t * 250 + 20} 5 12 #3d97d3 opacity=${(0.9 - t * 0.5).toFixed(2)}`;
    }),
  ),
  sprite(
    [360, 440, 340, 320],
    at(
      190,
      160,
      shapes`path M-70 -60H70L84 80H-84Z #2f8f83; path M-76 10L-172 -70L-158 -84L-70 -24Z #2f8f83;
        path M-182 -62L-150 -96L-138 -82L-170 -50Z #237368; line M40 -60Q130 -80 84 50 #237368 14;
        ellipse 0 -60 70 14 #237368`,
      { turn: -18 },
    ),
    { dy: sway(12, 3) },
  ),
]);

const flowers = shot(4.5, 'After two months, the first yellow flowers open.', [
  backdrop(
    S,
    shapes`${filled('deep', S.w, S.h, '#1f5a4c 0, #123a36 1')}; circle 120 300 160 #2d7560 opacity=0.6;
      circle 620 900 240 #2d7560 opacity=0.5; circle 560 240 90 #3b8a6c opacity=0.5`,
  ),
  drawn([-60, 250, 840, 900], {
    dx: sway(8, 5),
  })`line M-20 800C200 700 420 520 420 380S620 120 860 60 #4c9a52 22; ${leaf(160, 690, 2.6, 20, '#57a85c')};
    ${leaf(420, 420, 2.5, 168, '#3f8f4f')}; ${leaf(560, 220, 2.4, 40, '#57a85c')};
    ${leaf(430, 500, 2.1, 24, '#2f7a45')}`,
  sprite([130, 400, 300, 300], blossom(150, 150, 102), { dx: sway(10, 4), dy: sway(6, 3) }),
  sprite([420, 560, 240, 240], blossom(120, 120, 82), { dx: sway(9, 4, 1), dy: sway(6, 3, 1) }),
  sprite([330, 230, 200, 200], blossom(100, 100, 66), { dx: sway(8, 4, 2), dy: sway(6, 3, 2) }),
]);

const harvest = shot(5, 'Soon the tomatoes are red, and it is time to eat.', [
  backdrop(
    S,
    shapes`${filled('kitchen', S.w, S.h, '#fde9d3 0, #f9cfa8 1')}; rect 90 130 540 470 #fff8ee rx=12;
      rect 112 152 496 426 #9fd6e6; rect 352 152 16 426 #fff8ee; rect 112 356 496 14 #fff8ee`,
  ),
  clouds(
    { w: 720, h: 1280 },
    { y: 210, h: 110, speed: 0, count: 2, color: '#ffffff', scale: 0.6, opacity: 0.9, seed: 5 },
  ),
  strip(S, { y: 900, h: 380 })`rect 0 0 $w $h #b97a4c; rect 0 0 $w 18 #cf9263; rect 0 150 $w 4 #a56a40;
    rect 0 270 $w 4 #a56a40`,
  sprite(
    [100, 660, 520, 400],
    each(
      [
        [130, 120, 58],
        [250, 90, 66],
        [370, 118, 60],
        [190, 170, 62],
        [310, 172, 64],
      ],
      ([x, y, r], i) => fruit(x!, y!, r!, ['#e2483d', '#d93a34', '#ef6a3a', '#e8503f', '#cf3330'][i]!),
    ) + shapes`path M40 190H480Q470 340 340 350H180Q50 340 40 190Z #3c6e8f; rect 30 180 460 26 #4f86a8 rx=13`,
    { dy: arrive(60, 1.5) },
  ),
  sprite([540, 960, 140, 140], fruit(70, 70, 54, '#e2483d'), { dx: arrive(200, 2.2, 0.6) }),
]);

export const tomatoes: Video = {
  slug: 'tomatoes-on-a-balcony',
  title: 'Growing Tomatoes on a Balcony',
  description: 'A large pot, good soil, sun and a little water: tomatoes from a small balcony, step by step.',
  channel: 'The Window Garden',
  tags: ['tomatoes', 'gardening', 'balcony', 'plants', 'food'],
  width: 720,
  height: 1280,
  rate: [30, 1],
  stage: S,
  sound: { kind: 'speech', voice: 'slt' },
  coverShot: 0,
  shots: [start, soil, light, water, flowers, harvest],
};
