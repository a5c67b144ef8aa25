/** Skies: gradients, sun, moon, stars, clouds, curtains of light. */
import type { Layer, Stage } from '../types.ts';
import {
  backdrop,
  band,
  each,
  filled,
  linear,
  radial,
  random,
  rolling,
  shapes,
  times,
  under,
} from './svg.ts';

/** Fills the whole stage from top to bottom, with anything drawn over it. */
export function sky(stage: Stage, stops: string, over = ''): Layer {
  return backdrop(stage, filled('sky', stage.w, stage.h, stops) + over);
}

/** A disc in a wide soft light. */
export function sun(x: number, y: number, r: number, color: string, glow = color, reach = 5): string {
  const halo: string = `${glow} 0 0.75, ${glow} 0.25 0.4, ${glow} 0.6 0.12, ${glow} 1 0`;
  return shapes`${radial('halo', halo)}; circle ${x} ${y} ${r * reach} url(#halo);
    circle ${x} ${y} ${r} ${color}`;
}

export function moon(
  x: number,
  y: number,
  r: number,
  color = '#f4f1e4',
  shade = '#d9d5c3',
  reach = 3.4,
): string {
  const glow: string = `${color} 0 0.45, ${color} 0.4 0.14, ${color} 1 0`;
  const craters = [
    [-0.35, -0.25, 0.2],
    [0.3, -0.4, 0.13],
    [0.2, 0.25, 0.26],
    [-0.4, 0.4, 0.12],
    [0.55, 0.05, 0.09],
  ];
  return (
    shapes`${radial('moonglow', glow)}; circle ${x} ${y} ${r * reach} url(#moonglow);
      circle ${x} ${y} ${r} ${color}` +
    each(
      craters,
      ([dx, dy, size]) => shapes`circle ${x + dx! * r} ${y + dy! * r} ${size! * r} ${shade} opacity=0.8`,
    )
  );
}

export function stars(w: number, h: number, count: number, seed: number, color = '#ffffff'): string {
  const next = random(seed);
  let body = '';
  for (let i = 0; i < count; i++) {
    const big = next();
    const size = 0.8 + big * big * 1.7;
    body += shapes`circle ${next() * w} ${next() ** 1.2 * h} ${size} ${color} opacity=${(0.35 + next() * 0.6).toFixed(2)}`;
  }
  return body;
}

/** Stars that come and go, on a small loop over a part of the sky. */
export function twinkles(stage: Stage, height: number, count: number, seed: number): Layer {
  const next = random(seed);
  const points = Array.from({ length: count }, () => ({
    x: next() * stage.w,
    y: next() * height,
    phase: next(),
    r: 1.4 + next() * 1.3,
  }));
  const frames = 10;
  const draw = (round: number) =>
    each(points, ({ x, y, phase, r }) => {
      const light = Math.max(0, Math.sin((round + phase) * 6.283));
      const ray = r * 5 * light;
      const cross = shapes`path M${x - ray} ${y}L${x} ${y - 1}L${x + ray} ${y}L${x} ${y + 1}ZM${x} ${y - ray}L${x + 1} ${y}L${x} ${y + ray}L${x - 1} ${y}Z #ffffff`;
      return `<g opacity="${light.toFixed(2)}">${shapes`circle ${x} ${y} ${r} #ffffff`}${cross}</g>`;
    });
  return {
    x: 0,
    y: 0,
    w: stage.w,
    h: height,
    body: Array.from({ length: frames }, (_, i) => draw(i / frames)),
    framesPerSecond: 5,
  };
}

/** A flat-bottomed heap of circles, about 200 wide at scale 1; (x, y) is the middle of its base. */
export function cloud(x: number, y: number, scale: number, color: string, opacity = 1): string {
  const puffs = [
    [-62, -18, 30],
    [-22, -38, 42],
    [30, -30, 36],
    [68, -15, 24],
  ];
  const round = each(
    puffs,
    ([dx, dy, r]) => shapes`circle ${x + dx! * scale} ${y + dy! * scale} ${r! * scale} ${color}`,
  );
  const base = shapes`rect ${x - 100 * scale} ${y - 30 * scale} ${200 * scale} ${30 * scale} ${color} rx=${15 * scale}`;
  return `<g opacity="${opacity}">${round}${base}</g>`;
}

/** Drifting clouds, the far ones smaller and slower if called twice. */
export function clouds(
  stage: Stage,
  {
    y,
    h,
    speed,
    count,
    color,
    opacity = 0.9,
    scale = 1,
    seed = 1,
  }: {
    y: number;
    h: number;
    speed: number;
    count: number;
    color: string;
    opacity?: number;
    scale?: number;
    seed?: number;
  },
): Layer {
  const next = random(seed);
  return band(stage, { y, h, speed }, (w) =>
    times(count, (i) => {
      const size = scale * (0.75 + next() * 0.6);
      const x = ((i + 0.3 + next() * 0.4) / count) * w;
      return cloud(x, 85 * size + next() * Math.max(0, h - 90 * size), size, color, opacity);
    }),
  );
}

/** Long thin streaks near the horizon. */
export function streaks(w: number, y: number, h: number, count: number, color: string, seed: number): string {
  const next = random(seed);
  return times(count, () => {
    const length = 120 + next() * 320;
    return shapes`ellipse ${next() * w} ${y + next() * h} ${length / 2} ${2.5 + next() * 4} ${color} opacity=${(0.25 + next() * 0.35).toFixed(2)}`;
  });
}

/** A curtain of northern light: bright at its wavy foot, fading upwards. */
export function curtain(
  stage: Stage,
  o: {
    y: number;
    h: number;
    seed: number;
    colors: [string, string];
    speed: number;
    dy?: string;
    opacity?: number;
  },
): Layer {
  const wave = rolling(o.seed, o.h * 0.22, 620);
  return band(stage, { y: o.y, h: o.h, speed: o.speed, ...(o.dy ? { dy: o.dy } : {}) }, (w, h) => {
    const next = random(o.seed + 5);
    const rays: string[] = [];
    const fade = linear(
      'ray',
      `${o.colors[1]} 0 0, ${o.colors[1]} 0.45 0.35, ${o.colors[0]} 0.85 0.8, ${o.colors[0]} 1 0`,
    );
    for (let x = -20; x < w; x += 9) {
      const foot = h * 0.7 + wave(x);
      const top = foot - h * (0.38 + 0.25 * next());
      rays.push(
        shapes`rect ${x} ${top} 13 ${foot - top + 22} url(#ray) opacity=${(0.5 + next() * 0.5).toFixed(2)}`,
      );
    }
    const blur =
      '<filter id="soft" x="0" y="0" width="1" height="1"><feGaussianBlur stdDeviation="7 5"/></filter>';
    return `${fade}${blur}<g filter="url(#soft)" opacity="${o.opacity ?? 0.85}">${rays.join('')}</g>`;
  });
}

/** Haze that lies on the land: nothing at the top, `color` below. */
export function haze(w: number, h: number, color: string, opacity = 0.6): string {
  return filled('haze', w, h, `${color} 0 0, ${color} 1 ${opacity}`);
}

/** One range of smooth hills. */
export function hills(
  w: number,
  h: number,
  seed: number,
  size: number,
  length: number,
  fill: string,
): string {
  const curve = rolling(seed, size, length);
  return under(w, h, (x) => size + 4 + curve(x), fill);
}
