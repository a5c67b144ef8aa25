import type { ChosenWidths, SidePane } from './pane-widths.ts';

export const INSPECTOR_TABS = ['text', 'frame', 'sound', 'captions', 'join'] as const;

/** A tab of the inspector: the settings of the selected section by subject. */
export type InspectorTab = (typeof INSPECTOR_TABS)[number];

const KEY = 'cutroom.workspace';

/** The widths that the creator chose in this browser. Stored values that are no widths are ignored. */
export function readWidths(): ChosenWidths {
  const stored = readStored();
  const widths: ChosenWidths = {};
  for (const pane of ['list', 'inspector'] satisfies SidePane[]) {
    const width = stored[pane];
    if (typeof width === 'number' && Number.isFinite(width) && width > 0) widths[pane] = width;
  }
  return widths;
}

/** Stores the chosen widths; a pane without one has its default width again. */
export function writeWidths({ list, inspector }: ChosenWidths): void {
  write({ list, inspector });
}

/** The tab that was chosen last in this browser, or the text. */
export function readTab(): InspectorTab {
  const { tab } = readStored();
  return INSPECTOR_TABS.find((candidate) => candidate === tab) ?? 'text';
}

export function writeTab(tab: InspectorTab): void {
  write({ tab });
}

/** Whether the creator shows the film strip in this browser; `null` if the creator has not chosen. */
export function readStrip(): boolean | null {
  const { strip } = readStored();
  return typeof strip === 'boolean' ? strip : null;
}

export function writeStrip(strip: boolean): void {
  write({ strip });
}

/** Whether dragged edges of sections snap in this browser; they do unless the creator switched it off. */
export const readSnap = (): boolean => readStored()['snap'] !== false;

export function writeSnap(snap: boolean): void {
  write({ snap });
}

/** The stored object; empty if it is missing or unreadable. */
function readStored(): Record<string, unknown> {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    return typeof stored === 'object' && stored !== null ? { ...stored } : {};
  } catch {
    return {};
  }
}

/** Changes the given parts; `undefined` removes a part. */
function write(changes: Record<string, unknown>): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...readStored(), ...changes }));
  } catch {
    // If storage is full or forbidden, the layout lasts as long as the page.
  }
}
