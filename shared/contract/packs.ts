/**
 * The packs on sale, with prices in US cents. Another packSize is a 400. Imports no zod, since the landing
 * page shows the prices.
 */
export const PACKS = [
  { packSize: 10, priceCents: 999 },
  { packSize: 50, priceCents: 3999 },
  { packSize: 100, priceCents: 6999 },
] as const;

export type PackSize = (typeof PACKS)[number]['packSize'];
