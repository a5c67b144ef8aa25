/** What grows on a balcony: pots, leaves, fruit, flowers. */
import { PORTRAIT as S, type Layer } from '../types.ts';
import { skyline } from './city.ts';
import { clouds, sky, sun } from './sky.ts';
import { at, band, each, shapes, times } from './svg.ts';

export const pot = (w: number, h: number, color: string, rim: string) =>
  shapes`path M${-w / 2} 0H${w / 2}L${w * 0.38} ${h}H${-w * 0.38}Z ${color};
    rect ${-w * 0.56} ${-h * 0.1} ${w * 1.12} ${h * 0.22} ${rim} rx=8`;

export const leaf = (x: number, y: number, size: number, turn: number, color: string) =>
  at(
    x,
    y,
    shapes`path M0 0Q14 -34 52 -40Q88 -34 96 0Q76 26 48 26Q16 24 0 0Z ${color};
      line M6 -2L80 -4 #ffffff 2 opacity=0.25`,
    { scale: size, turn },
  );

export const fruit = (x: number, y: number, r: number, color: string) =>
  shapes`circle ${x} ${y} ${r} ${color};
    ellipse ${x - r * 0.3} ${y - r * 0.35} ${r * 0.28} ${r * 0.2} #ffffff opacity=0.45;
    path M${x} ${y - r * 0.95}l${r * 0.5} ${-r * 0.12}l${-r * 0.3} ${r * 0.3}l${-r * 0.2} ${r * 0.25}l${-r * 0.2} ${-r * 0.25}l${-r * 0.3} ${-r * 0.3}Z #3f7d3a`;

export const blossom = (x: number, y: number, r: number) =>
  each([0, 72, 144, 216, 288], (turn) =>
    at(x, y, shapes`ellipse 0 ${-r * 0.7} ${r * 0.32} ${r * 0.7} #ffd84d`, { turn }),
  ) + shapes`circle ${x} ${y} ${r * 0.3} #e59a2f`;

/** A plant as tall as `h`, its foot at (0, 0). */
export function plant(h: number, hang: (x: number, y: number, i: number) => string): string {
  const greens = ['#3f8f4f', '#57a85c', '#2f7a45'];
  let body = shapes`line M0 0C-16 ${-h * 0.3} 18 ${-h * 0.65} 0 ${-h} #3b7d3f 10;
    line M22 0V${-h * 1.04} #b98a5a 7`;
  const rows = Math.max(2, Math.round(h / 75));
  for (let i = 0; i < rows; i++) {
    const y = -h * (0.16 + (0.84 * i) / rows);
    const size = 1.35 - (0.65 * i) / rows;
    body +=
      leaf(0, y, size, -24 - (i % 3) * 9, greens[i % 3]!) +
      leaf(0, y - 20, size, 196 + (i % 2) * 14, greens[(i + 1) % 3]!);
    if (i < rows - 1) body += hang(i % 2 ? 54 : -52, y + 34, i) + hang(i % 2 ? -80 : 88, y + 10, i + 5);
  }
  return body + leaf(0, -h, 0.7, -70, greens[1]!) + leaf(0, -h, 0.62, 240, greens[0]!);
}

export const railing = (w: number) => {
  let bars = shapes`rect 0 0 ${w} 16 #f7efe4 rx=4; rect 0 262 ${w} 14 #f7efe4`;
  for (let x = 14; x < w; x += 56) bars += shapes`rect ${x} 10 11 258 #f7efe4`;
  return bars;
};

export const floor = (y: number, light: string, dark: string): Layer =>
  band(
    S,
    { y, h: S.h - y },
    (w, h) =>
      shapes`rect 0 0 ${w} ${h} ${light}` + times(7, (i) => shapes`rect 0 ${i * 58 + 50} ${w} 5 ${dark}`),
  );

export const city = (top: string, low: string, wall: string, seed: number): Layer[] => [
  sky(S, `${top} 0, ${low} 0.75, ${low} 1`, sun(560, 210, 62, '#fff7dc', '#ffe08a', 4.5)),
  clouds(S, { y: 170, h: 260, speed: 11, count: 3, color: '#ffffff', opacity: 0.8, seed }),
  band(S, { y: 470, h: 420, speed: 3 }, (w, h) =>
    skyline(w, h, seed, { wall, window: '#fff6df', lit: 0.5, least: 0.3 }),
  ),
];
