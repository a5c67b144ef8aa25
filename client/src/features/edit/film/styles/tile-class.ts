/** The invisible control of a tile, which covers it. */
export const TILE_INPUT = 'absolute inset-0 z-1 cursor-pointer opacity-0';
/** The picture of a tile whose parent is a `group` with a radio button. */
export const TILE_PICTURE =
  'border-line group-hover:border-line-strong group-has-checked:border-accent group-has-checked:ring-accent group-has-focus-visible:outline-accent rounded-md border group-has-checked:ring-1 group-has-focus-visible:outline-2 group-has-focus-visible:outline-offset-2';
