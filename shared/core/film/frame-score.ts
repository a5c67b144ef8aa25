/** Mean and spread of the brightness, 0 to 255, and how much neighbours differ. */
function measure(picture: Uint8Array, width: number) {
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
 * Returns how much a small grey picture shows, about 0 to 85: contrast and detail count, and medium brightness. A black,
 * white or plain picture gets less than 0.
 */
export function frameScore(picture: Uint8Array, width: number): number {
  const { mean, spread, detail } = measure(picture, width);
  const isEmpty = mean < 24 || mean > 235 || spread < 6;
  const score = Math.min(spread, 70) + Math.min(detail, 15) - Math.abs(mean - 118) * 0.25;
  return isEmpty ? score - 100 : score;
}
