/** Baking sourdough bread. */
import {
  arrive,
  at,
  backdrop,
  caption,
  drawn,
  each,
  filled,
  looping,
  radial,
  shapes,
  sprite,
  sway,
} from '../art/svg.ts';
import { bowl, jar, kitchen, loaf, steam, tiles } from '../art/kitchen.ts';
import { moon, stars } from '../art/sky.ts';
import { LANDSCAPE as S, type Video, shot } from '../types.ts';

const start = shot(5, 'To make bread, you need flour, water and salt.', [
  ...kitchen('#f7e3c8', '#f1cfa4', '#9c6644', '#b67f58', tiles('#ffffff')),
  sprite([150, 310, 130, 210], jar('#c8643f', '#8a5a3a')),
  sprite([310, 320, 130, 210], jar('#4f7f8c', '#8a5a3a')),
  drawn([900, 280, 240, 260])`path M30 40Q30 20 50 20H190Q210 20 210 40L222 244H18Z #f5ead6;
    path M30 40Q120 62 210 40L206 20H34Z #e3d0ae; circle 120 150 46 #d9a066;
    line M120 186V116M120 150Q98 140 96 120M120 150Q142 140 144 120M120 172Q96 164 92 144M120 172Q144 164 148 144 #fff5e0 5`,
  sprite([480, 330, 380, 240], at(190, 130, loaf('#b8703a', '#d99a5b', '#f5e2c0'), { scale: 0.72 }), {
    dy: arrive(40, 1.2),
  }),
  caption(S, 'Sourdough Bread', 'Slow, simple and good', '#e0a458'),
]);

const mix = shot(5, 'Mix it in a large bowl, and let it rest for one hour.', [
  ...kitchen(
    '#cfe3dc',
    '#a9cdc4',
    '#7a5a46',
    '#957159',
    shapes`circle 960 180 92 #fdf8ee; circle 960 180 92 none stroke=#4f6f68 stroke-width=10;
      line M960 180V122M960 180L1000 200 #4f6f68 8`,
  ),
  sprite(
    [380, 290, 520, 280],
    at(
      260,
      80,
      shapes`path M-190 4Q-170 -66 -60 -60Q10 -86 80 -58Q180 -62 190 4Z #f3e4c6;
        ellipse -50 -30 60 14 #fff6e3 opacity=0.7; ${bowl('#d9825b', '#e89b76')}`,
    ),
  ),
  sprite(
    [560, 110, 130, 290],
    at(60, 250, shapes`line M0 0V-190 #a8754a 18; ellipse 0 6 34 46 #b98455`, { turn: 16 }),
    { dx: sway(64, 2.2), dy: sway(10, 1.1) },
  ),
]);

const fold = shot(5, 'Fold it again and again. Then leave it in the kitchen all night.', [
  ...kitchen(
    '#27315c',
    '#3d4a7d',
    '#3b3048',
    '#54465f',
    shapes`rect 760 70 340 330 #141c40 rx=8` +
      `<svg x="770" y="80" width="320" height="310" viewBox="0 0 320 310">${stars(320, 310, 46, 4)}${moon(200, 110, 42)}</svg>` +
      shapes`rect 924 70 12 330 #e8d9bd; rect 760 228 340 12 #e8d9bd; rect 750 60 360 12 #e8d9bd;
        rect 740 396 380 16 #e8d9bd; rect 750 60 12 340 #e8d9bd; rect 1098 60 12 340 #e8d9bd`,
  ),
  sprite(
    [140, 320, 560, 260],
    at(
      280,
      90,
      shapes`path M-196 6Q-180 -84 0 -86Q180 -84 196 6Z #d8c9b0; ${bowl('#6d7fb5', '#8897c9')};
        path M-216 -6Q-190 -96 0 -98Q190 -96 216 -6Q150 22 100 6Q40 30 0 8Q-60 30 -110 8Q-160 24 -216 -6Z #b8596b opacity=0.95;
        line M-150 -40Q0 -70 150 -40M-170 -18Q0 -46 170 -18 #f3d9d2 5 opacity=0.6`,
    ),
    { dy: sway(1.5, 4) },
  ),
]);

const heat = shot(5, 'In the morning, the oven must be very hot. The bread stays inside for forty minutes.', [
  backdrop(S, filled('wall', S.w, S.h, '#7d4a3c 0, #54302f 1')),
  sprite(
    [240, 60, 800, 640],
    shapes`rect 0 0 800 640 #2f343f rx=24; rect 40 120 720 440 #1a1d25 rx=20` +
      each([120, 250, 550, 680], (x) => shapes`circle ${x} 62 26 #596172; line M${x} 62V42 #e9edf5 5`) +
      shapes`rect 340 38 120 48 #10131a rx=8` +
      `<text x="400" y="73" font-size="32" fill="#ff8a4a" text-anchor="middle" font-family="DejaVu Sans Mono, monospace">240</text>` +
      shapes`rect 90 580 620 18 #8b93a3 rx=9`,
  ),
  looping(
    { x: 290, y: 190, w: 700, h: 420 },
    { frames: 8, fps: 6 },
    (round) =>
      radial('fire', `#ffb347 0 ${0.9 + 0.1 * Math.sin(round * 6.28)}, #e2602c 0.6 0.75, #6b2218 1 0.5`) +
      shapes`rect 10 10 680 400 url(#fire) rx=14; rect 10 318 680 7 #3a1a16; rect 10 340 680 4 #3a1a16`,
  ),
  sprite([380, 310, 520, 220], at(260, 112, loaf('#a35a28', '#c98040', '#efd9b0'), { scale: 0.95 })),
]);

const done = shot(5, 'Let it rest for one more hour, and then it is time to eat.', [
  ...kitchen(
    '#fdf0d8',
    '#f7d7a6',
    '#a9744c',
    '#c08d63',
    shapes`rect 120 60 300 330 #9fd6e6 rx=8; circle 330 140 44 #fff3c4; rect 262 60 14 330 #fff8ee;
      rect 120 216 300 14 #fff8ee; rect 106 386 328 18 #fff8ee`,
  ),
  drawn([470, 470, 680, 120])`rect 10 20 660 44 #7d4f31 rx=20; rect 10 20 660 14 #946241 rx=7`,
  steam(660, 140),
  sprite([530, 300, 540, 240], at(270, 110, loaf('#a9622c', '#cf8a48', '#f3dfb6'))),
  sprite(
    [190, 440, 230, 120],
    at(
      110,
      60,
      shapes`path M-90 40Q-100 -40 -30 -46H40Q100 -40 90 40Z #b06a32;
        path M-76 34Q-84 -30 -26 -34H36Q84 -30 76 34Z #f6e3bf` +
        each(
          [
            [-40, 0],
            [-8, -14],
            [20, 8],
            [46, -8],
            [-20, 18],
            [52, 16],
          ],
          ([x, y]) => shapes`ellipse ${x!} ${y!} 8 5 #e3c692`,
        ),
    ),
  ),
]);

export const bread: Video = {
  slug: 'baking-sourdough-bread',
  title: 'Baking Sourdough Bread at Home',
  description: 'Flour, water, salt and a night of patience: a loaf of sourdough bread in five steps.',
  channel: 'Small Kitchen',
  tags: ['bread', 'sourdough', 'baking', 'cooking', 'food'],
  width: 854,
  height: 480,
  rate: [25, 1],
  stage: S,
  sound: { kind: 'speech', voice: 'rms' },
  coverShot: 4,
  shots: [start, mix, fold, heat, done],
};
