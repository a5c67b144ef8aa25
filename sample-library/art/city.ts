/** The city: skylines with lit windows, bridges, trains. */
import { each, linear, random, shapes } from './svg.ts';

/** Houses side by side; `lit` is the share of windows with light. */
export function skyline(
  w: number,
  h: number,
  seed: number,
  o: { wall: string; window: string; lit: number; least: number; wide?: number; dim?: string },
): string {
  const next = random(seed);
  let body = '';
  let x = -20;
  while (x < w) {
    const wide = (o.wide ?? 90) * (0.7 + next() * 0.7);
    const tall = h * (o.least + next() * (0.94 - o.least));
    const top = h - tall;
    body += shapes`rect ${x} ${top} ${wide} ${tall} ${o.wall}`;
    const roof = next();
    if (roof < 0.2) body += shapes`rect ${x + wide * 0.3} ${top - 16} ${wide * 0.4} 18 ${o.wall}`;
    else if (roof < 0.35)
      body += shapes`path M${x} ${top + 1}L${x + wide / 2} ${top - 26}L${x + wide} ${top + 1}Z ${o.wall}`;
    else if (roof < 0.5) body += shapes`rect ${x + wide * 0.5 - 2} ${top - 34} 4 36 ${o.wall}`;
    const columns = Math.max(2, Math.floor((wide - 14) / 18));
    const gap = (wide - 14) / columns;
    for (let row = top + 16; row < h - 14; row += 26) {
      for (let column = 0; column < columns; column++) {
        const light = next() < o.lit;
        if (!light && !o.dim) continue;
        body += shapes`rect ${x + 7 + column * gap + gap * 0.2} ${row} ${gap * 0.6} 13 ${light ? o.window : o.dim!} opacity=${(0.65 + next() * 0.35).toFixed(2)}`;
      }
    }
    x += wide + next() * 10;
  }
  return body;
}

/** A train of `cars` seen from the side, lit from inside; 300 wide each, 110 high, wheels at the bottom. */
export function train(cars: number, body: string, stripe: string, light: string): string {
  let drawing = '';
  for (let i = 0; i < cars; i++) {
    const x = i * 300;
    const first = i === cars - 1;
    drawing += first
      ? shapes`path M${x + 4} 12Q${x + 4} 4 ${x + 14} 4H${x + 220}Q${x + 284} 12 ${x + 296} 84H${x + 4}Z ${body}`
      : shapes`rect ${x + 4} 4 292 80 ${body} rx=10`;
    drawing += shapes`rect ${x + 4} 62 ${first ? 288 : 292} 7 ${stripe}`;
    for (let k = 0; k < (first ? 4 : 6); k++)
      drawing += shapes`rect ${x + 20 + k * 46} 18 34 32 ${light} rx=5`;
    if (first)
      drawing += shapes`path M${x + 222} 18H${x + 236}Q${x + 262} 26 ${x + 272} 50H${x + 222}Z #bfe6ff;
        circle ${x + 284} 74 6 #fff6c9`;
    if (!first) drawing += shapes`rect ${x + 294} 40 12 30 #20242f`;
    for (const wheel of [50, 90, 210, 250])
      drawing += shapes`circle ${x + wheel} 92 13 #20242f; circle ${x + wheel} 92 5 #6b7280`;
    drawing += shapes`rect ${x + 30} 80 240 8 #2b303d`;
  }
  return drawing;
}

/** A bridge of arches; the deck is at the top. */
export function arches(w: number, h: number, span: number, color: string, edge: string): string {
  let d = `M0 0H${w}V30H0Z`;
  for (let x = 0; x < w + span; x += span) {
    d += `M${x - 18} 24H${x + 18}V${h}H${x - 18}Z`;
    d += `M${x} 28H${x + span}V${h * 0.8}Q${x + span - 18} ${h * 0.18} ${x + span / 2} ${h * 0.16}Q${x + 18} ${h * 0.18} ${x} ${h * 0.8}Z`;
  }
  return shapes`path ${d} ${color}; rect 0 0 ${w} 6 ${edge}`;
}

/** Lamp posts with a cone of light. */
export function lamps(w: number, h: number, every: number, post: string, light: string): string {
  let body = linear('cone', `${light} 0 0.5, ${light} 1 0`);
  for (let x = every / 2; x < w; x += every) {
    body += shapes`path M${x + 36} 16L${x - 30} ${h}H${x + 104}Z url(#cone)`;
    body += shapes`line M${x} ${h}V20Q${x} 6 ${x + 20} 8H${x + 36} ${post} 6; circle ${x + 38} 13 8 ${light}`;
  }
  return body;
}

/** A small house in the dark; one in four still has a light on. */
export function houseAt(x: number, y: number, i: number): string {
  const glow = i % 4 === 2 ? '#ffcf7a' : '#0f2a31';
  return shapes`rect ${x} ${y - 6} 96 70 #0e2b33;
    path M${x - 14} ${y - 4}L${x + 48} ${y - 52}L${x + 110} ${y - 4}Z #123c43;
    rect ${x + 16} ${y + 14} 22 24 ${glow}; rect ${x + 58} ${y + 14} 22 24 #0f2a31;
    rect ${x + 70} ${y - 46} 14 30 #123c43`;
}

/** Someone who waits, seen from the front; `x` is the middle. */
export function person(x: number, coat: string): string {
  return shapes`rect ${x - 16} 140 13 84 #2b2a3a; rect ${x + 3} 140 13 84 #2b2a3a;
    path M${x - 26} 70Q${x} 48 ${x + 26} 70L${x + 28} 156H${x - 28}Z ${coat}; circle ${x} 36 21 #e3b28f;
    path M${x - 22} 36Q${x - 20} 10 ${x} 12Q${x + 22} 12 ${x + 22} 34Q${x} 22 ${x - 22} 36Z #3b2c2c`;
}

/** A row of closed shops with striped awnings. */
export function shops(w: number, h: number): string {
  let row = '';
  const colors = ['#b5536b', '#4c7c9b', '#c98a4b', '#5d8a6a'];
  for (let x = 0, i = 0; x < w; x += 250, i++) {
    const color = colors[i % 4]!;
    row += shapes`rect ${x} 30 244 ${h} #2a1f45; rect ${x + 20} 150 204 110 #17122b;
      rect ${x + 32} 162 84 86 #3a3157; rect ${x + 128} 162 84 86 #3a3157`;
    row += each(
      [0, 1, 2, 3, 4, 5],
      (k) =>
        shapes`path M${x + 14 + k * 36} 120H${x + 50 + k * 36}V146Q${x + 32 + k * 36} 164 ${x + 14 + k * 36} 146Z ${k % 2 ? '#f3e6d8' : color}`,
    );
    row += each(
      [0, 1, 2],
      (k) => shapes`rect ${x + 30 + k * 66} 56 44 40 ${(i + k) % 3 ? '#1d1635' : '#f6c177'} rx=4`,
    );
  }
  return row;
}
