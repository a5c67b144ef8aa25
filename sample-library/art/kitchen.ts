/** A kitchen: walls, a table, and the things on it. */
import { LANDSCAPE as S, type Layer } from '../types.ts';
import { backdrop, each, filled, looping, shapes, strip, times } from './svg.ts';

export const kitchen = (wall: string, low: string, table: string, edge: string, over = ''): Layer[] => [
  backdrop(S, filled('wall', S.w, S.h, `${wall} 0, ${low} 1`) + over),
  strip(S, {
    y: 500,
    h: 230,
  })`rect 0 0 $w $h ${table}; rect 0 0 $w 14 ${edge}; rect 0 100 $w 3 ${edge} opacity=0.5;
    rect 0 170 $w 3 ${edge} opacity=0.4`,
];

export const tiles = (color: string) =>
  times(
    65,
    (i) =>
      shapes`rect ${(i % 13) * 108 + (Math.floor(i / 13) % 2) * 54 - 54} ${Math.floor(i / 13) * 100} 102 94 ${color} rx=6 opacity=0.35`,
  );

export const jar = (label: string, cover: string) =>
  shapes`rect 0 30 120 170 #eaf3f2 rx=16 opacity=0.75; rect 10 80 100 112 #fbf3e2 rx=10;
    rect 8 8 104 30 ${cover} rx=8; rect 26 106 68 48 ${label} rx=4`;

export const bowl = (color: string, rim: string) =>
  shapes`path M-210 0H210Q196 170 70 180H-70Q-196 170 -210 0Z ${color}; rect -224 -16 448 30 ${rim} rx=15`;

export const loaf = (crust: string, light: string, flour: string) =>
  shapes`ellipse 0 92 250 18 #000000 opacity=0.15;
    path M-240 80Q-262 -40 -110 -84Q0 -112 110 -84Q262 -40 240 80Q236 96 210 96H-210Q-236 96 -240 80Z ${crust};
    path M-200 40Q-210 -30 -96 -62Q0 -86 80 -66Q-90 -40 -130 50Q-170 66 -200 40Z ${light} opacity=0.55` +
  each(
    [-110, -20, 70, 150],
    (x) => shapes`path M${x - 26} -52Q${x + 26} -20 ${x + 6} 46Q${x - 30} 0 ${x - 26} -52Z ${flour}`,
  );

export const steam = (x: number, y: number): Layer =>
  looping({ x, y, w: 260, h: 220 }, { frames: 12, fps: 8 }, (round) =>
    each([50, 130, 210], (left, i) => {
      const phase = round * 6.283 + i * 2;
      const bend = Math.sin(phase) * 16;
      return shapes`line M${left} 210C${left - 26 + bend} 150 ${left + 30 + bend} 110 ${left} 60T${left + bend} 12 #ffffff 9 opacity=${(0.28 + 0.12 * Math.cos(phase)).toFixed(2)}`;
    }),
  );
