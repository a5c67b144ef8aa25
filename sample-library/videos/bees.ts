/** How bees find flowers. */
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
  radial,
  random,
  shapes,
  sprite,
  sway,
  times,
} from '../art/svg.ts';
import { clouds, hills, sky, sun } from '../art/sky.ts';
import { leafy } from '../art/land.ts';
import { LANDSCAPE as S, type Layer, type Video, shot } from '../types.ts';

/** A bee that looks to the right, about 170 wide at scale 1; its wings beat with `round`. */
const beeAt = (x: number, y: number, scale: number) => (round: number) => {
  const beat = Math.sin(round * 6.283);
  const wing = (turn: number, opacity: number) =>
    at(-4, -34, shapes`ellipse 0 -38 22 44 #eaf6ff opacity=${opacity}`, { turn: turn + beat * 22 });
  return at(
    x,
    y,
    shapes`${wing(-32, 0.6)}; path M-62 0L-84 6L-62 14Z #3a2a1c; ellipse 0 4 66 42 #f6b82e` +
      each(
        [-34, -2, 28],
        (bx) =>
          `<clipPath id="b${bx + 50}"><ellipse cx="0" cy="4" rx="66" ry="42"/></clipPath>` +
          shapes`rect ${bx - 8} -44 17 100 #3a2a1c clip-path=url(#b${bx + 50})`,
      ) +
      shapes`circle 62 0 30 #3a2a1c; circle 72 -6 8 #ffffff; circle 74 -5 4 #16100a;
        line M72 -26Q82 -52 98 -50M60 -28Q62 -54 76 -62 #3a2a1c 4` +
      wing(8, 0.8),
    { scale },
  );
};

const bee = (x: number, y: number, scale: number, move: { dx?: string; dy?: string }): Layer => {
  const w = Math.ceil(230 * scale);
  return looping({ x, y, w, h: w }, { frames: 4, fps: 15 }, beeAt(w / 2, w * 0.58, scale), move);
};

const petals = (count: number, r: number, color: string, wide = 0.26) =>
  times(count, (i) =>
    at(0, 0, shapes`ellipse 0 ${-r * 0.62} ${r * wide} ${r * 0.4} ${color}`, { turn: (360 / count) * i }),
  );

const flower = (x: number, y: number, stem: number, r: number, color: string, heart: string) =>
  at(
    x,
    y,
    shapes`line M0 0Q${r * 0.2} ${stem * 0.5} 0 ${stem} #4c8c4a ${Math.max(4, r * 0.1)}` +
      at(0, stem * 0.62, shapes`path M0 0Q30 -34 66 -26Q50 8 0 0Z #5a9e55`, { scale: r / 60 }) +
      petals(9, r, color) +
      shapes`circle 0 0 ${r * 0.3} ${heart}`,
  );

/** A meadow in bloom, drifting by. */
const meadow = (y: number, speed: number, r: number, colors: string[], grass: string, seed: number): Layer =>
  band(S, { y, h: S.h - y + 20, speed }, (w, h) => {
    const next = random(seed);
    let body = '';
    for (let x = -20; x < w; x += r * (1.6 + next() * 1.3))
      body += flower(
        x,
        r * 1.2 + next() * r * 1.6,
        h,
        r * (0.8 + next() * 0.4),
        colors[Math.floor(next() * colors.length)]!,
        '#f2c14e',
      );
    return body + at(0, r * 3.6, hills(w, h, seed, r * 0.4, 500, grass));
  });

const hive = shot(5, 'Early in the morning, the bees leave their home to look for food.', [
  sky(S, '#8fcbe6 0, #fde6c8 0.6, #fff4df 1', sun(300, 270, 60, '#fffbe8', '#ffd98a', 5)),
  clouds(S, { y: 50, h: 160, speed: 9, count: 3, color: '#ffffff', opacity: 0.85, seed: 4 }),
  band(
    S,
    { y: 290, h: 260, speed: 5 },
    (w, h) =>
      each([0.12, 0.34, 0.5, 0.93], (p, i) => leafy(w * p, 130 + (i % 2) * 8, 120, '#5f9f6a', '#8cc58a')) +
      at(0, 70, hills(w, h, 8, 40, 640, '#a5cf9a')),
  ),
  band(S, { y: 470, h: 260, speed: 12 }, (w, h) => hills(w, h, 14, 18, 700, '#7fb86f')),
  sprite(
    [800, 270, 260, 300],
    shapes`rect 26 58 208 192 #d3a04c; rect 30 250 20 46 #7a5236; rect 210 250 20 46 #7a5236` +
      each(
        [0, 1, 2],
        (i) => shapes`rect 24 ${56 + i * 66} 212 62 ${['#f2d08a', '#e9bd6a', '#dfae57'][i]!} rx=8`,
      ) +
      shapes`path M6 60L40 16H220L254 60Z #a8653f; rect 92 216 76 18 #4b3020 rx=9`,
    { dx: drift(-10) },
  ),
  bee(960, 330, 0.5, { dx: '44*t', dy: '-16*t+22*sin(3*t)' }),
  bee(880, 400, 0.4, { dx: '30*t', dy: '-22*t+18*sin(2.6*t+2)' }),
  meadow(560, 26, 30, ['#f28ba8', '#ffffff', '#c58be0'], '#5f9f58', 6),
  caption(S, 'How Bees Find Flowers', 'Colour, smell and a dance', '#f6b82e'),
]);

const eyes = shot(
  5,
  'They can see colors that are hidden from us. Many flowers have bright lines that show the way.',
  [
    backdrop(
      S,
      shapes`${radial('uv', '#5b3fa8 0, #2f2470 0.7, #1a1548 1')};
        rect -200 -200 ${S.w + 400} ${S.h + 400} url(#uv); circle 180 150 110 #7a5bd0 opacity=0.35;
        circle 1130 560 160 #7a5bd0 opacity=0.3; circle 1040 120 60 #a98bff opacity=0.3`,
    ),
    sprite(
      [340, 60, 620, 620],
      at(
        310,
        310,
        petals(12, 290, '#8f7dff') +
          petals(12, 230, '#b9a8ff', 0.16) +
          times(12, (i) => at(0, 0, shapes`line M0 -60V-170 #f6ff8f 7`, { turn: i * 30 })) +
          shapes`circle 0 0 62 #f6ff8f; circle 0 0 40 #ffd84d`,
      ),
      { dx: sway(10, 6), dy: sway(8, 5) },
    ),
    bee(60, 200, 1.1, { dx: '40*t', dy: sway(18, 2.4) }),
  ],
);

const smell = shot(5, 'They also follow the sweet smell of the flower.', [
  sky(S, '#f9c6c0 0, #fde7d2 0.6, #fff6e6 1'),
  band(S, { y: 330, h: 400, speed: 5 }, (w, h) => hills(w, h, 24, 50, 700, '#d9c48f')),
  band(S, { y: 430, h: 300, speed: 10 }, (w, h) => hills(w, h, 27, 30, 620, '#b8c17a')),
  sprite([760, 180, 420, 560], flower(210, 190, 380, 180, '#e2557f', '#f7c948')),
  looping({ x: 330, y: 150, w: 500, h: 300 }, { frames: 16, fps: 8 }, (round) =>
    each(
      [0, 1, 2],
      (i) =>
        `<path d="M490 ${90 + i * 60}C400 ${20 + i * 60} 330 ${170 + i * 60} 230 ${90 + i * 60}S80 ${20 + i * 60} 20 ${90 + i * 60}" fill="none" stroke="#e88aa6" stroke-width="7" stroke-linecap="round" stroke-dasharray="60 40" stroke-dashoffset="${(-round * 100).toFixed(1)}" opacity="0.55"/>`,
    ),
  ),
  bee(90, 190, 0.95, { dx: '34*t', dy: sway(24, 2.2) }),
  meadow(600, 20, 26, ['#f6a5b8', '#ffffff', '#f7c948'], '#8fae5a', 31),
]);

const comb = (w: number, h: number) => {
  let body = '';
  const r = 62;
  for (let row = 0; row * r * 1.5 < h + r; row++) {
    for (let x = (row % 2) * r * 0.87; x < w + r; x += r * 1.74) {
      const y = row * r * 1.5;
      const full = (row * 7 + Math.round(x)) % 5;
      body += shapes`path M${x} ${y - r}l${r * 0.87} ${r / 2}v${r}l${-r * 0.87} ${r / 2}l${-r * 0.87} ${-r / 2}v${-r}Z ${['#e8a33a', '#d98f2b', '#f0b64f', '#c97f22', '#e2992f'][full]!} stroke=#f7d27e stroke-width=8`;
    }
  }
  return body;
};

const dance = shot(
  5,
  'Back at home, they begin to dance. It tells all the others how far they have to fly.',
  [
    backdrop(
      S,
      shapes`rect 0 0 ${S.w} ${S.h} #d98f2b; ${comb(S.w, S.h)};
        ${radial('dark', '#5a3208 0.4 0, #5a3208 1 0.65')};
        rect -260 -160 ${S.w + 520} ${S.h + 320} url(#dark)`,
    ),
    bee(140, 90, 0.8, { dx: sway(5, 1.9), dy: sway(4, 1.3) }),
    bee(150, 440, 0.8, { dx: sway(5, 1.7, 1), dy: sway(4, 1.5) }),
    bee(920, 70, 0.8, { dx: sway(5, 2.1, 2), dy: sway(4, 1.2) }),
    bee(950, 430, 0.8, { dx: sway(5, 1.6, 3), dy: sway(4, 1.4) }),
    drawn([
      380, 190, 520, 340,
    ])`line M260 170C330 40 480 60 480 170S330 300 260 170S40 40 40 170S190 300 260 170 #fff3c9 7 opacity=0.75 stroke-dasharray=${'4 20'}`,
    bee(520, 220, 1.1, { dx: '220*sin(2*PI*t/4.5)', dy: '110*sin(4*PI*t/4.5)' }),
  ],
);

const field = shot(5, 'Soon, all of them find the same field of flowers.', [
  sky(S, '#4ea8de 0, #c9ecf4 0.6, #f2fbe9 1', sun(260, 130, 54, '#fffdf0', '#fff0a8', 4)),
  clouds(S, { y: 60, h: 180, speed: 10, count: 4, color: '#ffffff', seed: 42 }),
  band(S, { y: 310, h: 200, speed: 4 }, (w, h) => hills(w, h, 44, 50, 640, '#86c08a')),
  band(S, { y: 390, h: 340 }, (w, h) => filled('lawn', w, h, '#7fc06c 0, #4c9450 1')),
  meadow(380, 10, 18, ['#ff8fab', '#ffd166', '#ffffff', '#b892ff'], '#6fb562', 45),
  meadow(450, 22, 34, ['#ef476f', '#ffd166', '#ffffff', '#9b6bff'], '#58a352', 47),
  bee(200, 250, 0.5, { dx: '60*t', dy: sway(26, 2.1) }),
  bee(520, 330, 0.62, { dx: '44*t', dy: sway(22, 1.8, 1) }),
  bee(760, 220, 0.42, { dx: '52*t', dy: sway(20, 2.4, 2) }),
  meadow(560, 44, 56, ['#ef476f', '#ff9f6b', '#ffffff', '#9b6bff'], '#3f8a48', 49),
]);

export const bees: Video = {
  slug: 'how-bees-find-flowers',
  title: 'How Bees Find Flowers',
  description:
    'Bees see hidden colours, follow sweet smells and dance to tell the others where the flowers are.',
  channel: 'The Window Garden',
  tags: ['bees', 'flowers', 'nature', 'insects', 'education'],
  width: 1280,
  height: 720,
  rate: [24, 1],
  stage: S,
  sound: { kind: 'speech', voice: 'rms' },
  coverShot: 4,
  shots: [hive, eyes, smell, dance, field],
};
