import { type Face, MAX_FACES } from '#contract/subjects.ts';

/** The size of the frames that the model accepts, in pixels. */
export const FACE_FRAME = { width: 320, height: 240 };
/** A face with a lower probability is ignored. */
export const MIN_SCORE = 0.7;

/**
 * A cell of the model's grid where a face may be: its number, the probability, and the face's box relative to
 * the cell.
 */
export type FoundPlace = readonly [place: number, score: number, x: number, y: number, w: number, h: number];

/**
 * The grids of the model, one for each size of faces: the distance of their cells and the sizes at each cell,
 * in pixels.
 */
const GRIDS = [
  { stride: 8, sizes: [10, 16, 24] },
  { stride: 16, sizes: [32, 48] },
  { stride: 32, sizes: [64, 96] },
  { stride: 64, sizes: [128, 192, 256] },
];
/** The units of the model's offsets and sizes of boxes. */
const MOVE = 0.1;
const GROW = 0.2;
/** Two boxes that share more of their area show the same face. */
const SAME = 0.3;

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

const PLACES: readonly Box[] = GRIDS.flatMap(({ stride, sizes }) => {
  const columns = Math.ceil(FACE_FRAME.width / stride);
  const rows = Math.ceil(FACE_FRAME.height / stride);
  return Array.from({ length: columns * rows }, (_, cell) => cell).flatMap((cell) =>
    sizes.map((size) => ({
      x: (((cell % columns) + 0.5) * stride) / FACE_FRAME.width,
      y: ((Math.floor(cell / columns) + 0.5) * stride) / FACE_FRAME.height,
      width: size / FACE_FRAME.width,
      height: size / FACE_FRAME.height,
    })),
  );
});
/** The number of cells of the model. */
export const PLACE_COUNT = PLACES.length;

/**
 * Returns the faces among the model's results for one frame, the largest first. Each face is found at several
 * cells.
 */
export function decodeFaces(places: readonly FoundPlace[]): Face[] {
  const boxes: Box[] = [];
  for (const one of places.toSorted(([, a], [, b]) => b - a)) {
    const box = boxOf(one);
    if (box && boxes.every((other) => sharedArea(box, other) <= SAME)) boxes.push(box);
  }
  return boxes
    .toSorted((a, b) => b.width * b.height - a.width * a.height)
    .slice(0, MAX_FACES)
    .map(inFrame);
}

function boxOf([place, score, x, y, w, h]: FoundPlace): Box | null {
  const at = PLACES[place];
  if (!at || !(score >= MIN_SCORE)) return null;
  const box = {
    x: at.x + x * MOVE * at.width,
    y: at.y + y * MOVE * at.height,
    width: at.width * Math.exp(w * GROW),
    height: at.height * Math.exp(h * GROW),
  };
  return Object.values(box).every(Number.isFinite) && box.width > 0 && box.height > 0 ? box : null;
}

/** Returns the area that two boxes share, as a part of what both cover. */
function sharedArea(a: Box, b: Box): number {
  const overlap = (from: number, fromSize: number, to: number, toSize: number) =>
    Math.max(
      0,
      Math.min(from + fromSize / 2, to + toSize / 2) - Math.max(from - fromSize / 2, to - toSize / 2),
    );
  const both = overlap(a.x, a.width, b.x, b.width) * overlap(a.y, a.height, b.y, b.height);
  return both / (a.width * a.height + b.width * b.height - both);
}

/** Returns the part of a box that is inside the frame, rounded far below a pixel. */
function inFrame({ x, y, width, height }: Box): Face {
  const within = (share: number) => Math.max(0, Math.min(1, share));
  const rounded = (share: number) => Math.round(share * 10_000) / 10_000;
  const [left, right] = [within(x - width / 2), within(x + width / 2)];
  const [top, bottom] = [within(y - height / 2), within(y + height / 2)];
  return {
    x: rounded((left + right) / 2),
    y: rounded((top + bottom) / 2),
    width: rounded(right - left),
    height: rounded(bottom - top),
  };
}
