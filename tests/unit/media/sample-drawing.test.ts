import { expect, test } from 'vitest';
import { catalogue, tinyCatalogue } from '../../../sample-library/catalogue.ts';
import { drawn, linear, shapes, strip } from '../../../sample-library/art/svg.ts';

test('shapes are SVG elements in order, with their other attributes', () => {
  const dashes = '4 20; 5';
  const ready = '<g/>';
  expect(
    shapes`rect 1 ${2.04} 3 4 #fff rx=2; ${ready}; circle ${1 / 3} 5 6 url(#glow);
      ellipse 0 0 1 2 none opacity=0.5; path M0 0L${7} 8Z #000; line M0 0H9 #abc 3 stroke-dasharray=${dashes}`,
  ).toBe(
    '<rect x="1" y="2" width="3" height="4" fill="#fff" rx="2"/><g/>' +
      '<circle cx="0.3" cy="5" r="6" fill="url(#glow)" />' +
      '<ellipse cx="0" cy="0" rx="1" ry="2" fill="none" opacity="0.5"/>' +
      '<path d="M0 0L7 8Z" fill="#000" />' +
      '<path d="M0 0H9" fill="none" stroke="#abc" stroke-width="3" stroke-linecap="round" ' +
      'stroke-linejoin="round" stroke-dasharray="4 20; 5"/>',
  );
  expect(() => shapes`circel 0 0 1 #fff`).toThrow('"circel" is no shape.');
});

test('a gradient has its stops with their opacity', () => {
  expect(linear('a', '#fff 0, #000 0.5 0.2')).toContain(
    '<stop offset="0" stop-color="#fff" stop-opacity="1"/><stop offset="0.5" stop-color="#000" stop-opacity="0.2"/>',
  );
});

test('an image has its position and motion, a strip with the size of its stage and what drifts on it', () => {
  expect(drawn([1, 2, 3, 4], { dx: 't' })`circle 0 0 1 #fff`).toMatchObject({
    x: 1,
    y: 2,
    w: 3,
    h: 4,
    dx: 't',
  });
  const layer = strip({ w: 100, h: 50 }, { y: 5, h: 20, speed: 2 })`rect 0 0 $w $h #fff`;
  expect(layer).toMatchObject({
    y: 5,
    h: 20,
    dx: '-2*t',
    body: expect.stringContaining(`width="${layer.w}"`),
  });
  expect(layer.w).toBeGreaterThan(100);
});

test('drawings of the library contain only valid numbers', () => {
  const drawings = [...catalogue(), ...tinyCatalogue()].flatMap(({ slug, shots }) =>
    shots.flatMap(({ layers }, shot) =>
      layers.flatMap(({ body }) => [body].flat().map((svg) => ({ slug, shot, svg }))),
    ),
  );
  expect(drawings.length).toBeGreaterThan(400);
  const broken = drawings.filter(({ svg }) => /NaN|undefined|Infinity|\$[wh]\b/.test(svg));
  expect(broken.map(({ slug, shot }) => `${slug} ${shot}`)).toEqual([]);
});
