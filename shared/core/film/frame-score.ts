/**
 * Returns mean and spread of the brightness of a small grey image, 0 to 255, and how much neighbouring pixels
 * differ.
 */
export function measureFrame(picture: Uint8Array, width: number) {
  let sum = 0;
  let squares = 0;
  let edges = 0;
  for (let i = 0; i < picture.length; i++) {
    const value = picture[i]!;
    sum += value;
    squares += value * value;
    if (i % width !== 0) edges += Math.abs(value - picture[i - 1]!);
  }
  const mean = sum / picture.length;
  const spread = Math.sqrt(Math.max(0, squares / picture.length - mean * mean));
  return { mean, spread, detail: edges / picture.length };
}

/**
 * Scores how much a small grey image shows, about 0 to 85. Contrast, detail and medium brightness count. A
 * black, white or plain image scores less than 0.
 */
export function frameScore(picture: Uint8Array, width: number): number {
  const { mean, spread, detail } = measureFrame(picture, width);
  const isEmpty = mean < 24 || mean > 235 || spread < 6;
  const score = Math.min(spread, 70) + Math.min(detail, 15) - Math.abs(mean - 118) * 0.25;
  return isEmpty ? score - 100 : score;
}
