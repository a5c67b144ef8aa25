/** Land: mountains, trees, dunes, water. */
import type { Layer, Stage } from '../types.ts';
import { band, linear, random, rolling, shapes, under } from './svg.ts';

/** Ridges with a lit and a shaded side, and snow when `snow` is given. */
export function mountains(
  w: number,
  h: number,
  seed: number,
  o: { count: number; light: string; shade: string; snow?: string; least?: number },
): string {
  const next = random(seed);
  let body = '';
  const step = w / o.count;
  const order = Array.from({ length: o.count + 1 }, (_, i) => i).sort(() => next() - 0.5);
  for (const i of order) {
    const x = i * step + (next() - 0.5) * step * 0.6;
    const top = h * (1 - (o.least ?? 0.55) - next() * (1 - (o.least ?? 0.55) - 0.04));
    const half = step * (0.8 + next() * 0.45);
    const lean = (next() - 0.5) * half * 0.3;
    const foot = x + lean + half * 0.12;
    body += shapes`path M${x - half} ${h}L${x} ${top}L${x + half} ${h}Z ${o.light}`;
    body += shapes`path M${x} ${top}L${x + half} ${h}L${foot} ${h}L${x + half * 0.1} ${top + (h - top) * 0.5}L${x - half * 0.06} ${top + (h - top) * 0.28}Z ${o.shade}`;
    if (o.snow) {
      const deep = (h - top) * 0.3;
      const side = (half * deep) / (h - top);
      body += shapes`path M${x} ${top}L${x + side} ${top + deep}L${x + side * 0.5} ${top + deep * 0.72}L${x + side * 0.12} ${top + deep * 1.1}L${x - side * 0.35} ${top + deep * 0.7}L${x - side} ${top + deep}Z ${o.snow}`;
    }
  }
  return body;
}

/** A fir of three skirts; (x, y) is the middle of its foot. */
export function fir(x: number, y: number, h: number, color: string, snow?: string): string {
  let body = shapes`rect ${x - h * 0.03} ${y - h * 0.12} ${h * 0.06} ${h * 0.12} #3a2b26`;
  for (const [from, to, half] of [
    [0.1, 0.5, 0.24],
    [0.34, 0.75, 0.19],
    [0.58, 1, 0.13],
  ] as const) {
    const low = y - h * from;
    const high = y - h * to;
    const wide = h * half;
    body += shapes`path M${x - wide} ${low}Q${x} ${low - h * 0.05} ${x + wide} ${low}L${x} ${high}Z ${color}`;
    if (snow) {
      const part = 0.45;
      const edge = wide * part;
      const line = high + (low - high) * part;
      body += shapes`path M${x} ${high}L${x + edge} ${line}Q${x + edge * 0.4} ${line - 3} ${x} ${line + h * 0.02}Q${x - edge * 0.5} ${line - 4} ${x - edge} ${line}Z ${snow}`;
    }
  }
  return body;
}

/** A row of firs along a ground line, the ground filled below them. */
export function forest(
  w: number,
  h: number,
  seed: number,
  o: { tall: number; every: number; color: string; ground?: string; snow?: string; uneven?: number },
): string {
  const next = random(seed);
  const ground = rolling(seed + 3, o.uneven ?? 10, 500);
  const line = o.tall * 1.15 + (o.uneven ?? 10);
  let body = '';
  for (let x = -o.every; x < w + o.every; x += o.every * (0.55 + next() * 0.9)) {
    body += fir(x, line + ground(x) + 6, o.tall * (0.6 + next() * 0.5), o.color, o.snow);
  }
  return body + under(w, h, (x) => line + ground(x), o.ground ?? o.color);
}

/** A leafy tree of three heaps; (x, y) is the foot. */
export function leafy(x: number, y: number, h: number, color: string, light: string): string {
  return shapes`rect ${x - h * 0.035} ${y - h * 0.5} ${h * 0.07} ${h * 0.5} #5b4033;
    circle ${x - h * 0.17} ${y - h * 0.52} ${h * 0.2} ${color};
    circle ${x + h * 0.18} ${y - h * 0.55} ${h * 0.21} ${color};
    circle ${x} ${y - h * 0.74} ${h * 0.27} ${color};
    circle ${x - h * 0.07} ${y - h * 0.8} ${h * 0.15} ${light} opacity=0.6`;
}

/** Dunes with a sharp crest: a lit face to one side and a shaded one to the other. */
export function dunes(
  w: number,
  h: number,
  seed: number,
  o: { count: number; light: string; shade: string; top?: number },
): string {
  const next = random(seed);
  let body = under(w, h, (x) => h * 0.62 + rolling(seed, h * 0.06, 700)(x), o.light);
  const step = w / o.count;
  for (let i = 0; i <= o.count; i++) {
    const x = (i + (next() - 0.5) * 0.4) * step;
    const top = h * ((o.top ?? 0.1) + next() * 0.3);
    const half = step * (1 + next() * 0.35);
    const low = h * 1.02;
    body += shapes`path M${x - half} ${low}C${x - half * 0.5} ${low - 10} ${x - half * 0.3} ${top + 4} ${x} ${top}C${x + half * 0.3} ${top + (low - top) * 0.5} ${x + half * 0.6} ${low - 8} ${x + half} ${low}Z ${o.light}`;
    body += shapes`path M${x} ${top}C${x + half * 0.3} ${top + (low - top) * 0.5} ${x + half * 0.6} ${low - 8} ${x + half} ${low}L${x - half * 0.1} ${low}C${x + half * 0.12} ${top + (low - top) * 0.7} ${x - half * 0.12} ${top + (low - top) * 0.35} ${x} ${top}Z ${o.shade}`;
  }
  return body;
}

/** One row of waves that rolls sideways and breathes up and down. */
export function waves(
  stage: Stage,
  o: {
    y: number;
    h?: number;
    speed: number;
    size: number;
    length: number;
    color: string;
    crest?: string;
    dy?: string;
  },
): Layer {
  const h = o.h ?? stage.h - o.y + 40;
  return band(stage, { y: o.y, h, speed: o.speed, ...(o.dy ? { dy: o.dy } : {}) }, (w) => {
    const curve = (x: number) => 3 + Math.abs(Math.sin((x / o.length) * Math.PI)) ** 0.8 * o.size;
    const foam = o.crest ? under(w, h, curve, o.crest, 6) : '';
    return foam + under(w, h, (x) => curve(x) + (o.crest ? 5 : 0), o.color, 6);
  });
}

/** Short bright dashes under a light, wider towards the viewer. */
export function glitter(x: number, top: number, h: number, color: string, seed: number, wide = 1): string {
  const next = random(seed);
  let body = '';
  for (let y = top; y < top + h; y += 8 + ((y - top) / h) * 9) {
    const depth = (y - top) / h;
    const half = (26 + depth * 90) * wide * (0.4 + next() * 0.8);
    body += shapes`ellipse ${x + (next() - 0.5) * 60 * (0.3 + depth) * wide} ${y} ${half} ${2 + depth * 2.4} ${color} opacity=${(0.85 - depth * 0.45).toFixed(2)}`;
  }
  return body;
}

/** The glitter as a loop, so that it shimmers. */
export function shimmer(o: {
  x: number;
  y: number;
  w: number;
  h: number;
  color: string;
  wide?: number;
}): Layer {
  return {
    x: o.x - o.w / 2,
    y: o.y,
    w: o.w,
    h: o.h,
    body: [3, 8, 15, 21, 34].map((seed) => glitter(o.w / 2, 4, o.h - 8, o.color, seed, o.wide)),
    framesPerSecond: 4,
  };
}

/** Flakes or dust: a tall strip of dots that falls (or rises) and repeats without a seam. */
export function falling(
  stage: Stage,
  o: {
    count: number;
    size: number;
    speed: number;
    color: string;
    opacity: number;
    seed: number;
    sideways?: number;
  },
): Layer {
  const next = random(o.seed);
  const side = Math.ceil(Math.abs(o.sideways ?? 0) * 13);
  const w = stage.w + side;
  let body = '';
  for (let i = 0; i < o.count; i++) {
    const r = o.size * (0.6 + next() * 0.7);
    const x = next() * w;
    const y = next() * stage.h;
    const dot = (dy: number) =>
      shapes`circle ${x} ${y + dy} ${r} ${o.color} opacity=${(o.opacity * (0.6 + 0.4 * next())).toFixed(2)}`;
    body += dot(0) + dot(stage.h);
  }
  const dx = o.sideways ? { dx: `${o.sideways}*t` } : {};
  const dy = o.speed > 0 ? `mod(${o.speed}*t,${stage.h})` : `${stage.h}-mod(${-o.speed}*t,${stage.h})`;
  return { x: (o.sideways ?? 0) > 0 ? -side : 0, y: -stage.h, w, h: stage.h * 2, body, dy, ...dx };
}

/** A floor with light falling from above to below. */
export function ground(stage: Stage, y: number, top: string, bottom: string): string {
  return shapes`${linear('ground', `${top} 0, ${bottom} 1`)};
    rect 0 ${y} ${stage.w} ${stage.h - y} url(#ground)`;
}
