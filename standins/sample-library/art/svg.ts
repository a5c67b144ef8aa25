/** The smallest drawing language: strings of SVG, gradients, a seeded random source and motion expressions. */
import type { Layer, Stage } from '../types.ts';

/** A repeatable stream of numbers in [0, 1): the same library on every machine. */
export function random(seed: number): () => number {
  let state = (seed * 2654435761) >>> 0 || 1;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

const n = (value: number) => String(Math.round(value * 10) / 10);

export type Stop = [offset: number, color: string, opacity?: number];

const stopsOf = (stops: Stop[]) =>
  stops
    .map(
      ([at, color, opacity = 1]) => `<stop offset="${at}" stop-color="${color}" stop-opacity="${opacity}"/>`,
    )
    .join('');

/** A gradient from top to bottom, or from left to right. Use it as `url(#id)`. */
export function linear(id: string, stops: Stop[], across = false): string {
  const end = across ? 'x2="1" y2="0"' : 'x2="0" y2="1"';
  return `<linearGradient id="${id}" x1="0" y1="0" ${end}>${stopsOf(stops)}</linearGradient>`;
}

export function radial(id: string, stops: Stop[]): string {
  return `<radialGradient id="${id}">${stopsOf(stops)}</radialGradient>`;
}

export function rect(x: number, y: number, w: number, h: number, fill: string, extra = ''): string {
  return `<rect x="${n(x)}" y="${n(y)}" width="${n(w)}" height="${n(h)}" fill="${fill}" ${extra}/>`;
}

export function circle(x: number, y: number, r: number, fill: string, extra = ''): string {
  return `<circle cx="${n(x)}" cy="${n(y)}" r="${n(r)}" fill="${fill}" ${extra}/>`;
}

export function ellipse(x: number, y: number, rx: number, ry: number, fill: string, extra = ''): string {
  return `<ellipse cx="${n(x)}" cy="${n(y)}" rx="${n(rx)}" ry="${n(ry)}" fill="${fill}" ${extra}/>`;
}

export function path(d: string, fill: string, extra = ''): string {
  return `<path d="${d}" fill="${fill}" ${extra}/>`;
}

/** An open line with round ends. */
export function line(d: string, color: string, width: number, extra = ''): string {
  return path(
    d,
    'none',
    `stroke="${color}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round" ${extra}`,
  );
}

/** Moves (and turns, and scales) a drawing. */
export function at(x: number, y: number, body: string, { scale = 1, turn = 0, flip = false } = {}): string {
  const size = flip ? `${-scale} ${scale}` : String(scale);
  return `<g transform="translate(${n(x)} ${n(y)}) rotate(${turn}) scale(${size})">${body}</g>`;
}

/** The area under a curve, down to the bottom of its layer. */
export function under(w: number, h: number, curve: (x: number) => number, fill: string, step = 12): string {
  let d = `M0 ${h}`;
  for (let x = 0; x <= w + step; x += step) d += `L${n(x)} ${n(curve(x))}`;
  return path(`${d}L${n(w + step)} ${h}Z`, fill);
}

/** A sum of sines that looks like land: `size` is the height of its biggest swing, `length` the width of one. */
export function rolling(seed: number, size: number, length: number): (x: number) => number {
  const next = random(seed);
  const parts = [1, 2.3, 4.1].map((rate) => ({ rate, phase: next() * 6.28, size: size / rate / 1.5 }));
  return (x) =>
    parts.reduce((sum, part) => sum + Math.sin((x / length) * 6.28 * part.rate + part.phase) * part.size, 0);
}

/** The opaque picture at the bottom of a shot. */
export function backdrop(stage: Stage, body: string): Layer {
  return { x: 0, y: 0, w: stage.w, h: stage.h, body };
}

/** The longest shot that a drifting layer has to cover. */
const LONGEST = 13;

/** A band over the whole width that drifts to the left (speed > 0) or to the right, and never shows its end. */
export function band(
  stage: Stage,
  { y, h, speed = 0, dy }: { y: number; h: number; speed?: number; dy?: string },
  draw: (w: number, h: number) => string,
): Layer {
  const spare = Math.ceil(Math.abs(speed) * LONGEST);
  const w = stage.w + spare;
  const layer: Layer = { x: speed < 0 ? -spare : 0, y, w, h, body: draw(w, h) };
  if (speed !== 0) layer.dx = `${-speed}*t`;
  if (dy) layer.dy = dy;
  return layer;
}

/** A drawing that does not fill the width. */
export function sprite(
  x: number,
  y: number,
  w: number,
  h: number,
  body: string,
  move: { dx?: string; dy?: string } = {},
): Layer {
  return { x, y, w, h, body, ...move };
}

/** A short loop of drawings: `draw` gets how far round the loop it is, in [0, 1). */
export function looping(
  box: { x: number; y: number; w: number; h: number },
  { frames, fps }: { frames: number; fps: number },
  draw: (round: number) => string,
  move: { dx?: string; dy?: string } = {},
): Layer {
  return {
    ...box,
    body: Array.from({ length: frames }, (_, i) => draw(i / frames)),
    framesPerSecond: fps,
    ...move,
  };
}

/** To and fro by `size`. */
export const sway = (size: number, seconds: number, phase = 0) => `${size}*sin(2*PI*t/${seconds}+${phase})`;
/** Steadily, in units a second. */
export const drift = (speed: number) => `${speed}*t`;
/** From `from` to where it belongs, slowing down, within `seconds` after `delay`. */
export const arrive = (from: number, seconds: number, delay = 0) =>
  `${from}*pow(1-clip((t-${delay})/${seconds},0,1),3)`;

const FONT = "font-family=\"Inter, 'DejaVu Sans', 'Liberation Sans', Helvetica, Arial, sans-serif\"";

export function label(x: number, y: number, size: number, text: string, fill: string, extra = ''): string {
  return `<text x="${n(x)}" y="${n(y)}" font-size="${size}" fill="${fill}" ${FONT} ${extra}>${text}</text>`;
}

/** A caption in the lower third that slides in: a bold line, and a smaller one below it. */
export function caption(stage: Stage, heading: string, detail: string, accent: string): Layer {
  const w = stage.w > stage.h ? 620 : 600;
  const body =
    rect(0, 0, w, 112, '#0b1220', 'rx="12" opacity="0.72"') +
    rect(0, 0, 10, 112, accent, 'rx="5"') +
    label(36, 50, 34, heading, '#ffffff', 'font-weight="bold"') +
    label(36, 88, 23, detail, '#dbe4ee');
  const margin = stage.w > stage.h ? 64 : 48;
  const y = stage.w > stage.h ? stage.h - 112 - 72 : stage.h - 112 - 90;
  return sprite(margin, y, w, 112, body, { dx: arrive(-w - margin - 20, 0.9, 0.3) });
}
