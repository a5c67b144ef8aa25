import {
  useCallback,
  useEffect,
  useEffectEvent,
  useState,
  type PointerEvent,
  type ReactElement,
} from 'react';
import { preciseTime } from '../../../lib/format.ts';
import { useEditor, useEditorState } from '../context/editor-context.ts';
import { TILE } from './clips/ClipPicture.tsx';
import { Joins } from './clips/Joins.tsx';
import { PlainClips } from './clips/PlainClips.tsx';
import { StripClip } from './clips/StripClip.tsx';
import { MusicLane } from './MusicLane.tsx';
import { Playhead } from './Playhead.tsx';
import { Ruler } from './Ruler.tsx';
import { StripToolbar } from './StripToolbar.tsx';
import { type Drag, useDrag } from './use-drag.ts';
import { useStripKeys } from './use-strip-keys.ts';
import { clipsBetween, fitScale, MAX_SCALE, NARROW, tilesBetween } from './view/geometry.ts';
import { useSeek } from './view/use-seek.ts';
import { useStripFilm } from './view/use-strip-film.ts';
import { type StripView, useView } from './view/use-view.ts';

interface FilmStripProps {
  /** Called with the section before a join, after the join was pressed and that section was selected. */
  onJoin?: (sectionId: string) => void;
}

/**
 * The whole film as a strip: sections as clips drawn to scale, the joins between them, and the music. Only
 * the visible part and its surroundings are rendered.
 */
export function FilmStrip({ onJoin }: FilmStripProps): ReactElement | null {
  const count = useEditorState((state) => state.sections.length);
  return count > 0 ? <Strip onJoin={onJoin} /> : null;
}

function Strip({ onJoin }: { onJoin: FilmStripProps['onJoin'] }): ReactElement {
  const editor = useEditor();
  const film = useStripFilm();
  const { clips, sections, timeline, partOf } = film;
  const { length } = timeline;
  const [viewport, content, view] = useView(length, clips.length);
  const { scale, rendered, drawn, width } = view;
  const seek = useSeek(timeline);
  const selectedId = useEditorState((state) => state.selectedId);
  const playingId = useEditorState((state) => state.playingId);
  const checked = useEditorState((state) => state.checked);
  const music = useEditorState((state) => state.music);
  const { drag, handlers } = useDrag(film, view, seek);

  // The arrow keys start at the selected clip, unless they have moved to another one.
  const [active, setActive] = useState({ id: selectedId, selectedId });
  if (active.selectedId !== selectedId) setActive({ id: selectedId, selectedId });
  const activate = useCallback((id: string) => setActive((current) => ({ ...current, id })), []);
  const activeAt = Math.max(
    0,
    clips.findIndex(({ id }) => id === active.id),
  );
  const onKeyDown = useStripKeys(film, view, activate);
  useShown(
    view,
    clips.find(({ id }) => id === selectedId),
  );

  const openMusic = useCallback(() => editor.show('music'), [editor]);
  const choose = useCallback(
    (id: string) => {
      editor.select(id);
      onJoin?.(id);
    },
    [editor, onJoin],
  );
  const follow = (second: number): void => {
    // When the playhead leaves the visible part, the strip scrolls by a page.
    const x = view.pixelOf(second);
    if (drag === null && (x < 0 || x > width)) view.scrollTo(view.left() + x - width / 8);
  };
  const scrub = (event: PointerEvent<HTMLElement>): void => {
    if (event.type === 'pointerdown') {
      view.measure();
      event.currentTarget.setPointerCapture(event.pointerId);
    }
    if (event.buttons === 1) seek(view.secondAt(event.clientX));
  };

  const [first, last] =
    width > 0 ? clipsBetween(clips, { start: rendered.start / scale, end: rendered.end / scale }) : [0, 0];
  const indices = Array.from({ length: last - first }, (_, at) => first + at);
  const retained = [activeAt, clips.findIndex(({ id }) => id === selectedId)].filter((index) => index >= 0);
  const visible = indices.filter(
    (index) => retained.includes(index) || (clips[index]!.end - clips[index]!.start) * scale >= NARROW,
  );
  // These clips stay rendered however far the strip is scrolled, to retain the focus and their place in the
  // tab order.
  const all = width > 0 ? [...new Set([...visible, ...retained])].toSorted((a, b) => a - b) : [];
  const filmWidth = Math.floor(length * scale);
  const credits = filmWidth - Math.ceil((clips.at(-1)?.end ?? 0) * scale);

  return (
    <section aria-label="Film strip" className="panel min-w-0 shrink-0 overflow-hidden">
      <StripToolbar
        canZoomIn={scale < MAX_SCALE}
        canZoomOut={scale > fitScale({ length, width })}
        zoom={view.zoom}
        fit={view.fit}
      />
      <div
        ref={viewport}
        data-viewport
        onScroll={view.onScroll}
        onPointerEnter={view.measure}
        // With an opaque background the browser scrolls a layer, instead of updating all layers of the page
        // in each frame.
        className="bg-surface overflow-x-scroll overflow-y-hidden overscroll-x-contain [scrollbar-width:thin]"
      >
        <div style={{ width: filmWidth }} className="overflow-clip">
          <div ref={content} className="relative origin-left pb-1">
            {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the player's bar goes to a second by keys */}
            <div
              aria-hidden
              onPointerDown={scrub}
              onPointerMove={scrub}
              className="relative h-5 cursor-text touch-pan-x overflow-hidden"
            >
              <Ruler from={drawn.start / scale} to={Math.min(length, drawn.end / scale)} scale={scale} />
            </div>
            <div className="relative h-15">
              <PlainClips clips={clips} first={first} last={last} range={drawn} scale={scale} />
              {credits > 0 ? <Credits width={credits} /> : null}
              <div
                // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- its options have pictures and places
                role="listbox"
                aria-label="Clips"
                aria-orientation="horizontal"
                tabIndex={-1}
                className="absolute inset-0 touch-pan-x select-none"
                onKeyDown={onKeyDown}
                onFocus={(event) => {
                  const { clip } = event.target.dataset;
                  if (clip !== undefined) activate(clip);
                }}
                onClick={(event) => {
                  // A screen reader's press. The press of a pointer is a drag or a seek.
                  const clip = (event.target as HTMLElement).closest<HTMLElement>('[data-clip]');
                  if (event.detail === 0 && clip?.dataset['clip']) editor.select(clip.dataset['clip']);
                }}
                {...handlers}
              >
                {all.map((index) => {
                  const section = sections[index]!;
                  const { id, start, end } = clips[index]!;
                  const dragged = dragOf(drag, id);
                  const [head, tail] = [dragged.head * scale, dragged.tail * scale];
                  const tiles = tilesBetween(
                    { x: start * scale, width: (end - start) * scale },
                    rendered,
                    TILE,
                  );
                  return (
                    <StripClip
                      key={id}
                      section={section}
                      part={partOf(section)}
                      index={index}
                      count={clips.length}
                      start={start}
                      end={end}
                      scale={scale}
                      selected={id === selectedId}
                      playing={id === playingId}
                      checked={checked.includes(id)}
                      active={index === activeAt}
                      moved={dragged.moved}
                      head={head}
                      tail={tail}
                      note={dragged.note}
                      first={tiles[0]}
                      last={tiles[1]}
                    />
                  );
                })}
              </div>
              {drag ? null : (
                <Joins
                  film={film}
                  first={first}
                  last={Math.min(last, clips.length - 1)}
                  scale={scale}
                  active={activeAt}
                  onActivate={(index) => activate(clips[index]!.id)}
                  onChoose={choose}
                />
              )}
              {drag?.kind === 'move' ? (
                <span
                  aria-hidden
                  data-drop
                  style={{
                    transform: `translateX(${(clips[drag.gap]?.start ?? clips.at(-1)!.end) * scale}px)`,
                  }}
                  className="bg-accent absolute inset-y-0 left-0 z-20 -ml-0.5 w-1 rounded-full"
                />
              ) : null}
            </div>
            {music ? <MusicLane title={music.title} width={filmWidth} onOpen={openMusic} /> : null}
            <Playhead timeline={timeline} scale={scale} onPlay={follow} />
          </div>
        </div>
      </div>
    </section>
  );
}

/** Scrolls to a clip when it becomes selected. */
function useShown(view: StripView, clip: { id: string; start: number; end: number } | undefined): void {
  const reveal = useEffectEvent(() => {
    if (clip) view.reveal(clip);
  });
  const id = clip?.id;
  const isMeasured = view.width > 0;
  useEffect(() => {
    if (id !== undefined && isMeasured) reveal();
  }, [id, isMeasured]);
}

/** Returns how a clip is drawn while it or one of its edges is dragged. */
function dragOf(
  drag: Drag | null,
  id: string,
): { moved: number; head: number; tail: number; note: string | null } {
  const still = { moved: 0, head: 0, tail: 0, note: null };
  if (drag?.kind === 'move') return { ...still, moved: drag.ids.has(id) ? drag.by : 0 };
  if (drag?.id !== id) return still;
  const { edge, to, by } = drag;
  const note = `${preciseTime(to.start)} – ${preciseTime(to.end)}`;
  return { ...still, note, ...(edge === 'start' ? { head: by } : { tail: by }) };
}

/** The closing credits at the end of the film, which are not a section. */
function Credits({ width }: { width: number }): ReactElement {
  return (
    <span
      aria-hidden
      data-title="Credits"
      style={{ width }}
      className="bg-stage absolute inset-y-0 right-0 grid place-items-center overflow-hidden rounded-sm text-xs text-white/80 before:content-[attr(data-title)]"
    />
  );
}
