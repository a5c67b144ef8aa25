/** Villages by the water: huts, palms, boats, people at work and at play, rain. */
import type { Layer, Stage } from '../types.ts';
import { at, band, each, random, shapes, times } from './svg.ts';

/** A house of clay under a ribbed roof; (0, 0) is the middle of its foot, about 260 wide. */
export function hut(wall: string, shade: string, roof: string, rib: string): string {
  const ribs = times(11, (i) => {
    const x = -120 + i * 24;
    return shapes`line M${x} -176L${x * 1.22} -104 ${rib} 4`;
  });
  return shapes`rect -112 -108 224 108 ${wall}; rect -112 -24 224 24 ${shade};
    rect -26 -82 50 82 #5a3b2c rx=3; rect -92 -78 44 40 #3f4f5a rx=3;
    line M-92 -58H-48M-70 -78V-38 #c9b79a 3; rect 48 -78 44 40 #3f4f5a rx=3;
    line M48 -58H92M70 -78V-38 #c9b79a 3; path M-122 -178H122L150 -100H-150Z ${roof}; ${ribs}`;
}

/** A coconut palm that leans; (0, 0) is its foot. */
export function palm(h: number, trunk: string, leaf: string, light: string, lean = 30): string {
  const fronds = each([-170, -145, -118, -62, -35, -10], (turn, i) =>
    at(lean, -h, shapes`path M0 0Q52 -34 118 8Q60 -6 0 8Z ${i % 2 ? light : leaf}`, { turn, scale: h / 230 }),
  );
  const nuts = each([-10, 4, 14], (x) => shapes`circle ${lean + x} ${-h + 12} ${h * 0.03} #7a5a2e`);
  return shapes`line M0 0Q${lean * 0.2} ${-h * 0.55} ${lean} ${-h} ${trunk} ${h * 0.055}; ${nuts}; ${fronds}`;
}

/** A long wooden boat with a roof of mats and a boatman with his pole; (0, 0) is the middle of the waterline. */
export function matBoat(hull: string, mat: string, shirt: string): string {
  const hoops = each([-70, -35, 0, 35], (x) => shapes`line M${x} -22Q${x + 4} -74 ${x + 22} -78 #8a6a3a 3`);
  return shapes`line M128 -150L168 36 #6b4a2c 5; rect 112 -62 11 42 #e9e4d8; rect 126 -62 11 42 #e9e4d8;
    path M106 -112Q124 -122 142 -112L144 -56H104Z ${shirt}; circle 124 -132 15 #a8754a;
    line M138 -104L148 -78 #a8754a 8; path M-86 -20Q-86 -82 -20 -82H30Q86 -82 86 -20Z ${mat}; ${hoops};
    path M-208 -52Q-150 -16 0 -18T208 -52Q180 22 120 26H-120Q-180 22 -208 -52Z ${hull};
    path M-208 -52Q-150 -16 0 -18T208 -52L202 -38Q140 -6 0 -6T-202 -38Z #ffffff opacity=0.16;
    ellipse 0 30 170 7 #12303a opacity=0.3`;
}

/** Someone bent over the field with a wide hat; the arm goes down and up, `round` in [0, 1). */
export function planter(round: number, shirt: string, wrap: string): string {
  const reach = Math.sin(round * 6.283) * 7;
  return shapes`line M-8 0V-52M14 0V-50 #8a5d3c 10; path M-18 -92Q6 -104 30 -88L26 -40H-18Z ${wrap};
    path M-16 -92Q-6 -118 40 -112L66 -96L52 -78L22 -84Z ${shirt};
    line M54 -92L${66 + reach} ${-40 + reach} #8a5d3c 9;
    line M${66 + reach} ${-40 + reach}l4 -24M${66 + reach} ${-40 + reach}l12 -20 #6fbf4b 4;
    circle 72 -112 14 #8a5d3c; path M42 -112Q74 -156 106 -112Z #d9b56a; line M40 -111H108 #b98f45 4`;
}

/** A running child, about 130 tall; (0, 0) is between the feet. */
export function child(round: number, shirt: string, shorts: string): string {
  const step = Math.sin(round * 6.283) * 22;
  return shapes`line M-4 -46L${-4 + step} 0M4 -46L${4 - step} -2 #8a5d3c 9;
    path M-17 -66H17L19 -36H-19Z ${shorts}; path M-17 -100Q0 -108 17 -100L18 -60H-18Z ${shirt};
    line M-15 -94L${-30 - step * 0.4} -70M15 -94L${30 - step * 0.4} -112 #9a6b46 8;
    circle 0 -120 16 #9a6b46; path M-17 -120Q-16 -140 2 -139Q18 -138 17 -121Q4 -132 -17 -120Z #241a18`;
}

/** Rain: a tall strip of slanting strokes that falls and repeats without a seam. */
export function rain(
  stage: Stage,
  o: { count: number; length: number; speed: number; color: string; opacity: number; seed: number },
): Layer {
  const next = random(o.seed);
  let body = '';
  for (let i = 0; i < o.count; i++) {
    const x = next() * stage.w;
    const y = next() * stage.h;
    const stroke = (dy: number) =>
      shapes`line M${x} ${y + dy}l${-o.length * 0.12} ${o.length} ${o.color} 2.2 opacity=${o.opacity}`;
    body += stroke(0) + stroke(stage.h);
  }
  return { x: 0, y: -stage.h, w: stage.w, h: stage.h * 2, body, dy: `mod(${o.speed}*t,${stage.h})` };
}

/** Rows of young rice in water, closer together far away. */
export function seedlings(w: number, h: number, color: string, light: string): string {
  let body = '';
  for (let y = 14, row = 0; y < h; y += 16 + row * 5, row++) {
    const size = 8 + row * 3.4;
    for (let x = (row % 2) * size; x < w; x += size * 2.6) {
      body += shapes`line M${x} ${y}q-3 ${-size * 0.6} ${-size * 0.4} ${-size} ${color} ${2 + row * 0.3};
        line M${x} ${y}q2 ${-size * 0.7} ${size * 0.45} ${-size * 0.9} ${light} ${2 + row * 0.3};
        line M${x} ${y}v${-size * 1.1} ${color} ${2 + row * 0.3}`;
    }
  }
  return body;
}

/** A diamond of paper with a tail; (0, 0) is its middle. */
export function kite(left: string, right: string): string {
  return (
    shapes`line M0 44q-14 22 2 40t-4 44 #6b4a5a 3` +
    each([66, 92, 118], (y) => shapes`path M-12 ${y}l12 -6l12 6l-12 6Z ${right}`) +
    shapes`path M0 -54L-36 -6L0 46Z ${left}; path M0 -54L36 -6L0 46Z ${right};
      line M0 -54V46M-36 -6Q0 -22 36 -6 #fff7ea 2.5`
  );
}

/** Rounded stones along a line, half out of the water. */
export function stones(w: number, h: number, seed: number, o: { every: number; size: number }): string {
  const next = random(seed);
  const colors = ['#7f8894', '#949ca6', '#6d7682', '#a3a9ae'];
  let body = '';
  for (let x = 0, i = 0; x < w; x += o.every * (0.6 + next() * 0.9), i++) {
    const rx = o.size * (0.7 + next() * 0.7);
    const ry = rx * (0.55 + next() * 0.15);
    const y = h * 0.55 + (next() - 0.5) * h * 0.3;
    body += shapes`ellipse ${x} ${y + ry * 0.62} ${rx * 1.2} ${ry * 0.42} #ffffff opacity=0.75;
      path M${x - rx} ${y + ry * 0.6}Q${x - rx * 1.05} ${y - ry * 0.7} ${x - rx * 0.2} ${y - ry}Q${x + rx * 0.9} ${y - ry} ${x + rx} ${y + ry * 0.6}Z ${colors[i % 4]!};
      path M${x - rx * 0.7} ${y - ry * 0.2}Q${x - rx * 0.5} ${y - ry * 0.85} ${x + rx * 0.1} ${y - ry * 0.82}Q${x - rx * 0.35} ${y - ry * 0.5} ${x - rx * 0.7} ${y - ry * 0.2}Z #ffffff opacity=0.28`;
  }
  return body;
}

/** Water of one colour across the stage with light streaks that run along it. */
export function stream(
  stage: Stage,
  o: { y: number; h: number; speed: number; color: string; light: string; seed: number },
): Layer {
  return band(stage, { y: o.y, h: o.h, speed: o.speed }, (w, h) => {
    const next = random(o.seed);
    let body = shapes`rect 0 0 ${w} ${h} ${o.color}`;
    for (let i = 0; i < w / 26; i++) {
      const x = next() * w;
      const y = 8 + next() * (h - 16);
      const length = 40 + next() * 110;
      body += shapes`line M${x} ${y}q${length / 2} ${(next() - 0.5) * 14} ${length} 0 ${o.light} ${2 + next() * 4} opacity=${(0.35 + next() * 0.5).toFixed(2)}`;
    }
    return body;
  });
}
