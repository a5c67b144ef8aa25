/** The packs on sale; prices in US cents. Another packSize is 400. Without zod: the landing page names the prices. */
export const PACKS = [
  { packSize: 10, priceCents: 999 },
  { packSize: 50, priceCents: 3999 },
  { packSize: 100, priceCents: 6999 },
] as const;

export type PackSize = (typeof PACKS)[number]['packSize'];
