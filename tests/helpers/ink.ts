/** A box in parts of its picture's width and height, 0 to 1. */
export interface InkBox {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** The boxes of what is brighter than `limit` (0 to 255) in a grey picture, one for each line of it from the top down. */
export function inkLines(
  picture: Buffer,
  { width, height }: { width: number; height: number },
  limit = 150,
): InkBox[] {
  const lines: InkBox[] = [];
  let open = false;
  for (let y = 0; y < height; y++) {
    const row = picture.subarray(y * width, (y + 1) * width);
    const first = row.findIndex((value) => value > limit);
    if (first >= 0) {
      const last = row.findLastIndex((value) => value > limit);
      if (!open) lines.push({ left: 1, right: 0, top: y / height, bottom: 0 });
      const line = lines.at(-1)!;
      line.left = Math.min(line.left, first / width);
      line.right = Math.max(line.right, (last + 1) / width);
      line.bottom = (y + 1) / height;
    }
    open = first >= 0;
  }
  return lines;
}

/** In words, what of the ink of two pictures is further apart than `within`, a part of the picture. */
export function inkApart(seen: InkBox[], wanted: InkBox[], within: number): string[] {
  if (seen.length !== wanted.length) return [`${seen.length} lines instead of ${wanted.length}`];
  return seen.flatMap((box, line) =>
    (['left', 'right', 'top', 'bottom'] as const)
      .filter((side) => Math.abs(box[side] - wanted[line]![side]) > within)
      .map((side) => `line ${line}: ${side} ${box[side].toFixed(3)}, not ${wanted[line]![side].toFixed(3)}`),
  );
}
