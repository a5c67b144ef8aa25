import { useEffect, useEffectEvent, useRef, useState, type PointerEvent } from 'react';
import { useEditor } from '../context/editor-context.ts';
import { usePlayback } from '../context/playback-context.ts';
import { useWords } from '../context/queries.ts';
import { hasRange, snapTo, spanOf, type Edge, type Span } from '../section/ranges.ts';
import { clipIndexAt, type EdgeDrag, edgeMoved, gapAt, placeOfGap, trimmedBy } from './view/geometry.ts';
import { snapPoints } from './view/snap-points.ts';
import type { StripFilm } from './view/use-strip-film.ts';
import type { StripView } from './view/use-view.ts';

/** What is dragged. The project changes only on the drop. */
export type Drag =
  /** `by` is in pixels. `gap` is the number of clips before the drop position. */
  | { kind: 'move'; ids: ReadonlySet<string>; by: number; gap: number }
  /** `by` is in seconds of the film. */
  | { kind: 'trim'; id: string; edge: Edge; to: Span; by: number };

/** A press that may become a drag. */
interface Press {
  pointerId: number;
  id: string;
  clientX: number;
  left: number;
  /** Whether a move starts a drag. `false` for a finger on a clip, which scrolls the strip. */
  moves: boolean;
  trim: EdgeDrag | null;
  dragging: boolean;
}

/** The distance from which a press becomes a drag, in pixels. */
const STILL = 4;
/** The distance within which a dragged edge snaps to a point, in pixels. */
const SNAP_PX = 8;
/** A drag this close to an end of the viewport scrolls the strip, by this number of pixels per frame. */
const SCROLL_ZONE = 32;
const SCROLL_PX = 10;

interface DragHandlers {
  onPointerDown: (event: PointerEvent<HTMLElement>) => void;
  onPointerMove: (event: PointerEvent<HTMLElement>) => void;
  onPointerUp: (event: PointerEvent<HTMLElement>) => void;
  onPointerCancel: () => void;
}

/**
 * Handles drags of clips and of their edges. A press without a drag seeks to its position in the film.
 * Escape cancels.
 */
export function useDrag(
  film: StripFilm,
  view: StripView,
  seek: (second: number) => void,
): { drag: Drag | null; handlers: DragHandlers } {
  const editor = useEditor();
  const { clock, player } = usePlayback();
  const [drag, setShown] = useState<Drag | null>(null);
  // The press may end before its last move is rendered.
  const latest = useRef<Drag | null>(null);
  const setDrag = (next: Drag | null): void => {
    latest.current = next;
    setShown(next);
  };
  const press = useRef<Press | null>(null);
  const pointerX = useRef(0);
  const { words } = useWords(editor.state.selectedId);
  /**
   * Snaps a time of a section's source, in seconds. The section's words are loaded only while it is selected.
   */
  const snapOf = (id: string, { edge, rate }: EdgeDrag): ((time: number) => number) => {
    const { sections, selectedId, playingId, snap } = editor.state;
    const section = sections.find((candidate) => candidate.id === id);
    if (!section || !snap) return (time) => time;
    const isSelected = id === selectedId;
    const isShown = playingId === null ? isSelected : id === playingId;
    const points = snapPoints({
      section,
      edge,
      sections,
      words: isSelected ? words : null,
      playhead: isShown ? clock.getState().time : null,
    });
    return (time) => snapTo(time, points, (SNAP_PX / view.scale) * rate);
  };

  const edgeDragOf = (id: string, edge: Edge): EdgeDrag | null => {
    const section = film.sections.find((candidate) => candidate.id === id);
    if (!section || !hasRange(section)) return null;
    const moving = film.timeline.leads.filter(({ part, rate }) => part.id === id && rate > 0);
    const rate = (edge === 'start' ? moving[0] : moving.at(-1))?.rate ?? section.speed;
    return { range: spanOf(section), edge, rate, length: section.preview!.duration };
  };

  const trim = ({ id }: Press, edgeDrag: EdgeDrag, by: number): void => {
    const to = trimmedBy(edgeDrag, by, snapOf(id, edgeDrag));
    setDrag({ kind: 'trim', id, edge: edgeDrag.edge, to, by: edgeMoved(edgeDrag, to) });
    if (editor.state.selectedId === id) player.current?.peek(to[edgeDrag.edge]);
  };
  const move = ({ id }: Press, by: number): void => {
    const { checked } = editor.state;
    const ids = new Set(checked.includes(id) ? checked : [id]);
    setDrag({ kind: 'move', ids, by, gap: gapAt(film.clips, view.secondAt(pointerX.current)) });
  };
  const follow = (): void => {
    const currentPress = press.current;
    if (!currentPress) return;
    const by = pointerX.current - currentPress.clientX;
    if (!currentPress.dragging && Math.abs(by) < STILL) return;
    currentPress.dragging = true;
    if (currentPress.trim) trim(currentPress, currentPress.trim, by / view.scale);
    else if (currentPress.moves) move(currentPress, by + view.left() - currentPress.left);
  };
  const end = (): void => {
    press.current = null;
    setDrag(null);
  };

  const drop = (dropped: Drag): void => {
    if (dropped.kind === 'move') {
      const ids = film.clips.map(({ id }) => id);
      const place = placeOfGap(ids, dropped.ids, dropped.gap);
      return editor.order.move([...dropped.ids], place);
    }
    const section = editor.state.sections.find(({ id }) => id === dropped.id);
    if (!section) return;
    editor.trims.trim(section, dropped.to);
    if (editor.state.selectedId !== section.id) return;
    const { start, end: until } = dropped.to;
    player.current?.seek(Math.max(start, Math.min(until, clock.getState().time)));
  };
  const cancel = (): void => {
    // The preview shows the dragged edge.
    if (latest.current?.kind === 'trim') player.current?.seek(clock.getState().time);
    end();
  };

  const isMoving = drag?.kind === 'move';
  const scroll = useEffectEvent(() => {
    const at = pointerX.current - view.edge();
    if (at < SCROLL_ZONE) view.scrollTo(view.left() - SCROLL_PX);
    else if (at > view.width - SCROLL_ZONE) view.scrollTo(view.left() + SCROLL_PX);
    else return;
    follow();
  });
  useEffect(() => {
    if (!isMoving) return;
    let frame = requestAnimationFrame(function next() {
      scroll();
      frame = requestAnimationFrame(next);
    });
    return () => cancelAnimationFrame(frame);
  }, [isMoving]);
  const escape = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    cancel();
  });
  const isDragging = drag !== null;
  useEffect(() => {
    if (!isDragging) return;
    const onKey = (event: KeyboardEvent): void => escape(event);
    window.addEventListener('keydown', onKey, { capture: true });
    return () => window.removeEventListener('keydown', onKey, { capture: true });
  }, [isDragging]);

  const handlers: DragHandlers = {
    onPointerDown: (event) => {
      if (event.button !== 0 || press.current) return;
      view.measure();
      const target = event.target as HTMLElement;
      const clip = target.closest<HTMLElement>('[data-clip]');
      const id =
        clip?.dataset['clip'] ?? film.clips[clipIndexAt(film.clips, view.secondAt(event.clientX))]?.id;
      if (id === undefined) return;
      const edge = target.closest<HTMLElement>('[data-edge]')?.dataset['edge'] as Edge | undefined;
      const trimmed = edge ? edgeDragOf(id, edge) : null;
      const moves = event.pointerType !== 'touch' || target.closest('[data-grip]') !== null;
      if (trimmed || moves) event.currentTarget.setPointerCapture(event.pointerId);
      if (trimmed) editor.select(id);
      pointerX.current = event.clientX;
      press.current = {
        pointerId: event.pointerId,
        id,
        clientX: event.clientX,
        left: view.left(),
        moves,
        trim: trimmed,
        dragging: false,
      };
    },
    onPointerMove: (event) => {
      if (press.current?.pointerId !== event.pointerId) return;
      pointerX.current = event.clientX;
      follow();
    },
    onPointerUp: (event) => {
      const currentPress = press.current;
      if (currentPress?.pointerId !== event.pointerId) return;
      const dropped = latest.current;
      end();
      if (dropped) return drop(dropped);
      if (currentPress.dragging || currentPress.trim) return;
      seek(view.secondAt(event.clientX));
    },
    onPointerCancel: cancel,
  };
  return { drag, handlers };
}
