import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  fitWidths,
  limitsOf,
  type PaneWidths,
  type WindowSize,
} from '../../../client/src/features/edit/store/workspace/pane-widths.ts';
import {
  readTab,
  readWidths,
  writeTab,
  writeWidths,
} from '../../../client/src/features/edit/store/workspace/remembered.ts';

/** A window of this size in pixels, with text of the default size. */
const windowOf = (width: number, height: number): WindowSize => ({ width: width / 16, height: height / 16 });
/** What is left for the player, in pixels. */
const playerIn = (window: WindowSize, { list, inspector }: PaneWidths): number =>
  (window.width - 3 - list - inspector) * 16;

describe('pane widths', () => {
  it.each([
    [1024, 700, 384],
    [1440, 900, 640],
    [1920, 1080, 1080],
    [2560, 1440, 1700],
  ])('leave the player most of a window of %i x %i px by default', (width, height, least) => {
    const window = windowOf(width, height);
    expect(playerIn(window, fitWidths({}, window))).toBeGreaterThanOrEqual(least);
  });

  it('pane widths include by default what the picture of a low window has no height for', () => {
    const [low, high] = [windowOf(1600, 720), windowOf(1600, 1200)];
    expect(playerIn(low, fitWidths({}, low))).toBeLessThan(playerIn(high, fitWidths({}, high)) - 100);
  });

  it('pane widths are as chosen while the player keeps its least width', () => {
    expect(fitWidths({ list: 16, inspector: 30 }, windowOf(1440, 900))).toEqual({ list: 16, inspector: 30 });
  });

  it('shrink together in a smaller window, to their least widths at most', () => {
    const chosen = { list: 30, inspector: 36 };
    const small = fitWidths(chosen, windowOf(1024, 700));
    expect(playerIn(windowOf(1024, 700), small)).toBe(352);
    expect(small.list).toBeGreaterThan(15);
    expect(small.inspector).toBeGreaterThan(18);
    expect(fitWidths(chosen, windowOf(700, 700))).toEqual({ list: 15, inspector: 18 });
  });

  it('pane widths stay within their bounds, whatever was chosen', () => {
    expect(fitWidths({ list: 1, inspector: 1000 }, windowOf(2560, 1440))).toEqual({
      list: 15,
      inspector: 40,
    });
  });

  it('pane widths are limited by the other pane and the least width of the player', () => {
    const window = windowOf(1024, 700);
    const widths = { list: 17, inspector: 20 };
    expect(limitsOf('list', widths, window)).toEqual({ min: 15, max: 19 });
    expect(limitsOf('inspector', widths, window)).toEqual({ min: 18, max: 22 });
    expect(limitsOf('list', { list: 15, inspector: 30 }, window)).toEqual({ min: 15, max: 15 });
  });
});

describe('the remembered workspace', () => {
  /** Stands in for the browser's storage. */
  function store(contents?: string): Map<string, string> {
    const items = new Map(contents === undefined ? [] : [['cutroom.workspace', contents]]);
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => items.get(key) ?? null,
      setItem: (key: string, value: string) => void items.set(key, value),
    });
    return items;
  }
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  it.each([
    '',
    'not JSON',
    'null',
    '7',
    '[]',
    '{"list":"wide","inspector":-4,"tab":"none"}',
    '{"list":1e999}',
  ])('has default widths and the text tab if %j is stored', (contents) => {
    store(contents);
    expect(readWidths()).toEqual({});
    expect(readTab()).toBe('text');
  });

  it('keeps widths and tab under one key, each without the other being lost', () => {
    const items = store();
    writeWidths({ list: 20 });
    writeTab('sound');
    writeWidths({ list: 20, inspector: 30 });
    expect(readWidths()).toEqual({ list: 20, inspector: 30 });
    expect(readTab()).toBe('sound');
    writeWidths({ inspector: 30 });
    expect(readWidths()).toEqual({ inspector: 30 });
    expect([...items.keys()]).toEqual(['cutroom.workspace']);
  });

  it('lasts as long as the page if storage is forbidden', () => {
    const refuse = (): never => {
      throw new DOMException('Denied', 'SecurityError');
    };
    vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse });
    expect(readWidths()).toEqual({});
    expect(() => writeWidths({ list: 20 })).not.toThrow();
  });
});
