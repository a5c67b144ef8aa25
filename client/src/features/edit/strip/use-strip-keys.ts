import type { KeyboardEvent } from 'react';
import { flushSync } from 'react-dom';
import { useEditor } from '../context/editor-context.ts';
import type { StripFilm } from './view/use-strip-film.ts';
import { type StripView, ZOOM_STEP } from './view/use-view.ts';

/**
 * Handles the keys of the clips. Arrows, Home and End move to another clip, or with Alt move the clip. Enter
 * selects a clip, and plus, minus and 0 zoom. The editor handles all other keys.
 */
export function useStripKeys(
  { clips }: StripFilm,
  view: StripView,
  activate: (id: string) => void,
): (event: KeyboardEvent<HTMLElement>) => void {
  const editor = useEditor();
  const focus = (list: HTMLElement, index: number): void => {
    const clip = clips[index];
    if (!clip) return;
    flushSync(() => activate(clip.id));
    view.reveal(clip);
    list.querySelector<HTMLElement>(`[data-clip="${clip.id}"]`)?.focus({ preventScroll: true });
  };
  const move = (list: HTMLElement, id: string, by: 1 | -1): void => {
    flushSync(() => editor.order.moveBy([id], by));
    // The browser removes the focus from an element that is moved in the document.
    list.querySelector<HTMLElement>(`[data-clip="${id}"]`)?.focus({ preventScroll: true });
  };
  return (event) => {
    const id = (event.target as HTMLElement).closest<HTMLElement>('[data-clip]')?.dataset['clip'];
    const index = clips.findIndex((clip) => clip.id === id);
    if (id === undefined || index < 0 || event.ctrlKey || event.metaKey) return;
    const list = event.currentTarget;
    const by = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key] as 1 | -1 | undefined;
    const isVertical = event.key === 'ArrowUp' || event.key === 'ArrowDown';
    const act: Record<string, (() => void) | undefined> = {
      Home: () => focus(list, 0),
      End: () => focus(list, clips.length - 1),
      Enter: () => editor.select(id),
      '+': () => view.zoom(ZOOM_STEP),
      '=': () => view.zoom(ZOOM_STEP),
      '-': () => view.zoom(1 / ZOOM_STEP),
      '0': () => view.fit(),
    };
    if (by !== undefined && event.altKey) act[event.key] = () => move(list, id, by);
    // Up and Down select the previous and the next section, as everywhere in the editor.
    else if (by !== undefined && !isVertical && !event.shiftKey)
      act[event.key] = () => focus(list, index + by);
    const action = act[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  };
}
