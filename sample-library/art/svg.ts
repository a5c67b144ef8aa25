/**
 * The smallest drawing language: strings of SVG, gradients, a seeded random source and motion expressions.
 */
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

/** Draws one after another. */
export const each = <T>(list: readonly T[], draw: (one: T, i: number) => string) => list.map(draw).join('');
export const times = (count: number, draw: (i: number) => string) =>
  Array.from({ length: count }, (_, i) => draw(i)).join('');

const stopsOf = (stops: string) =>
  each(stops.split(', '), (stop) => {
    const [color, offset, opacity = 1] = stop.split(' ');
    return `<stop offset="${offset}" stop-color="${color}" stop-opacity="${opacity}"/>`;
  });

/**
 * A gradient from top to bottom, or from left to right. Use it as `url(#id)`.
 * @param stops of each its colour, its place from 0 to 1 and optionally its opacity: "#fff 0, #000 1 0.5"
 */
export function linear(id: string, stops: string, across = false): string {
  const end = across ? 'x2="1" y2="0"' : 'x2="0" y2="1"';
  return `<linearGradient id="${id}" x1="0" y1="0" ${end}>${stopsOf(stops)}</linearGradient>`;
}

export function radial(id: string, stops: string): string {
  return `<radialGradient id="${id}">${stopsOf(stops)}</radialGradient>`;
}

/** A rectangle from (0, 0) filled with a gradient from top to bottom. */
export const filled = (id: string, w: number, h: number, stops: string) =>
  shapes`${linear(id, stops)}; rect 0 0 ${w} ${h} url(#${id})`;

/** The attributes of each kind of shape, in the order in which `shapes`has their numbers. */ const KINDS: Record<
  string,
  string[]
> = { rect: ['x', 'y', 'width', 'height'], circle: ['cx', 'cy', 'r'], ellipse: ['cx', 'cy', 'rx', 'ry'] };
const COLOUR = /^(#|url\(|none$)/;
const ROUND_ENDS = 'stroke-linecap="round" stroke-linejoin="round"';
/**
 * Shapes one after another, each a word, its numbers or path, its colour and further SVG attributes: *`rect x
 * y w h colour`, `circle x y r colour`, `ellipse x y rx ry colour`, `path d colour`, and `line d colour
 * width`, which has round ends; e.g. "circle 20 20 8 #fff opacity=0.5; line M0 0L9 9 #000 2". A value alone
 * between two semicolons is an existing drawing.
 * @throws Error for an unknown word
 */
export function shapes(texts: readonly string[], ...values: unknown[]): string {
  const remaining = [...values];
  const fill = (text: string) => text.replaceAll('\0', () => String(remaining.shift()));
  // Split before the values are inserted: these may contain separators.
  return each(texts.join('\0').split(';'), (shape) =>
    shape.trim() === '\0' ? String(remaining.shift()) : drawShape(shape.trim().split(/\s+/).map(fill)),
  );
}

function drawShape([word = '', ...parts]: string[]): string {
  const at = parts.findIndex((part) => COLOUR.test(part));
  const before = parts.slice(0, at);
  const [colour, ...after] = parts.slice(at);
  const extra = (rest: string[]) => rest.map((part) => part.replace(/^([a-z-]+)=(.*)$/, '$1="$2"')).join(' ');
  const d = `<path d="${before.join(' ')}"`;
  if (word === 'path') return `${d} fill="${colour}" ${extra(after)}/>`;
  if (word === 'line') {
    const [width, ...rest] = after;
    return `${d} fill="none" stroke="${colour}" stroke-width="${width}" ${ROUND_ENDS} ${extra(rest)}/>`;
  }
  if (!KINDS[word]) throw new Error(`"${word}" is no shape.`);
  const numbers = KINDS[word].map((name, i) => `${name}="${n(Number(before[i]))}"`);
  return `<${word} ${numbers.join(' ')} fill="${colour}" ${extra(after)}/>`;
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
  return shapes`path ${d}L${n(w + step)} ${h}Z ${fill}`;
}

/**
 * A sum of sines that looks like land: `size` is the height of its largest swing, `length` the width of one.
 */
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

/**
 * A band over the whole width that drifts to the left (speed > 0) or to the right, and never shows its end.
 */
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
  [x, y, w, h]: [x: number, y: number, w: number, h: number],
  body: string,
  move: { dx?: string; dy?: string } = {},
): Layer {
  return { x, y, w, h, body, ...move };
}

/** A sprite of shapes only. */
export const drawn =
  (box: [x: number, y: number, w: number, h: number], move: { dx?: string; dy?: string } = {}) =>
  (texts: readonly string[], ...values: unknown[]): Layer =>
    sprite(box, shapes(texts, ...values), move);

/** A band that contains shapes only. `$w` and `$h` in the shapes are replaced by its size. */
export const strip =
  (stage: Stage, place: { y: number; h: number; speed?: number; dy?: string }) =>
  (texts: readonly string[], ...values: unknown[]): Layer =>
    band(stage, place, (w, h) => {
      const sized = texts.map((text) => text.replaceAll('$w', String(w)).replaceAll('$h', String(h)));
      return shapes(sized, ...values);
    });

/** A short loop of drawings: `draw` gets the position in the loop, in [0, 1). */
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

/** Swings back and forth by `size`. */
export const sway = (size: number, seconds: number, phase = 0) => `${size}*sin(2*PI*t/${seconds}+${phase})`;
/** Steadily, in units a second. */
export const drift = (speed: number) => `${speed}*t`;
/** From `from` to its place, slowing down, within `seconds` after `delay`. */
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
    shapes`rect 0 0 ${w} 112 #0b1220 rx=12 opacity=0.72; rect 0 0 10 112 ${accent} rx=5` +
    label(36, 50, 34, heading, '#ffffff', 'font-weight="bold"') +
    label(36, 88, 23, detail, '#dbe4ee');
  const margin = stage.w > stage.h ? 64 : 48;
  const y = stage.w > stage.h ? stage.h - 112 - 72 : stage.h - 112 - 90;
  return sprite([margin, y, w, 112], body, { dx: arrive(-w - margin - 20, 0.9, 0.3) });
}
