/** The aspect ratios of a film, each with a word for it; 16:9 by default. */
export const SHAPES = {
  '16:9': { width: 16, height: 9, word: 'Landscape' },
  '9:16': { width: 9, height: 16, word: 'Vertical' },
  '1:1': { width: 1, height: 1, word: 'Square' },
  '4:5': { width: 4, height: 5, word: 'Portrait' },
} as const;
export type Aspect = keyof typeof SHAPES;

export const ASPECTS = Object.keys(SHAPES) as [Aspect, ...Aspect[]];
