/** The panes beside the player, whose widths can be changed. */
export type SidePane = 'list' | 'inspector';

/** The width of each pane, in rem, so that the panes scale with the browser's font size. */
export type PaneWidths = Record<SidePane, number>;

/** The widths that the creator chose. The other panes have their default widths. */
export type ChosenWidths = { [Pane in SidePane]?: number | undefined };

const LEAST: PaneWidths = { list: 15, inspector: 18 };
const MOST: PaneWidths = { list: 32, inspector: 40 };
/** The player keeps at least this width: its controls fit in one row. */
const MIN_PLAYER = 22;
/** The window's padding and the two separators. */
const AROUND = 3;
/**
 * All heights of the window but the picture's: header, toolbar, the player's controls, trim panel, footer.
 */
const ABOVE_AND_BELOW = 25.5;

/** The size of the window, in rem. */
export interface WindowSize {
  width: number;
  height: number;
}

/** The default widths: a share of the window's width, limited to a range in rem. */
const DEFAULTS = {
  list: { share: 0.26, least: 17.5, most: 23.25 },
  inspector: { share: 0.25, least: 19.5, most: 25 },
} satisfies Record<SidePane, { share: number; least: number; most: number }>;

const within = (value: number, least: number, most: number): number => Math.max(least, Math.min(most, value));

/**
 * The default widths. In a low window they include the width that the video cannot use for lack of height.
 */
function defaultWidths({ width, height }: WindowSize): PaneWidths {
  const target = (pane: SidePane): number => {
    const { share, least, most } = DEFAULTS[pane];
    return within(share * width, least, most);
  };
  const [list, inspector] = [target('list'), target('inspector')];
  const widestPicture = Math.max(MIN_PLAYER, ((height - ABOVE_AND_BELOW) * 16) / 9);
  const unused = Math.max(0, width - AROUND - widestPicture - list - inspector);
  return { list: list + unused / 2, inspector: inspector + unused / 2 };
}

/**
 * The widths of both panes in a window: as chosen, if that leaves the player its least width. Otherwise both
 * give up the same share of what they have beyond their own least widths.
 */
export function fitWidths(chosen: ChosenWidths, window: WindowSize): PaneWidths {
  const defaults = defaultWidths(window);
  const target = (pane: SidePane): number => within(chosen[pane] ?? defaults[pane], LEAST[pane], MOST[pane]);
  const [list, inspector] = [target('list'), target('inspector')];
  const excess = list + inspector - roomBeside(window);
  if (excess <= 0) return { list, inspector };
  const spare = list - LEAST.list + inspector - LEAST.inspector;
  const share = spare === 0 ? 0 : Math.min(1, excess / spare);
  return {
    list: list - (list - LEAST.list) * share,
    inspector: inspector - (inspector - LEAST.inspector) * share,
  };
}

/** Returns the least and the greatest width of a pane beside the other one. */
export function limitsOf(
  pane: SidePane,
  widths: PaneWidths,
  window: WindowSize,
): { min: number; max: number } {
  const other = pane === 'list' ? widths.inspector : widths.list;
  return {
    min: LEAST[pane],
    max: within(roomBeside(window) - other, LEAST[pane], MOST[pane]),
  };
}

/** The width that is left for both panes. */
const roomBeside = ({ width }: WindowSize): number => width - AROUND - MIN_PLAYER;
