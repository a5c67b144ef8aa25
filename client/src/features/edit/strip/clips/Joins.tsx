import { memo, type KeyboardEvent, type ReactElement } from 'react';
import { Blend, Moon, SeparatorVertical, type LucideIcon } from 'lucide-react';
import type { Transition } from '#contract/section-settings.ts';
import { TRANSITION_NAMES } from '../../section/look-names.ts';
import { joinReach, type StripClip } from '../view/geometry.ts';
import type { StripFilm } from '../view/use-strip-film.ts';

/**
 * The minimum width of a clip with a join handle, which would cover too much of a narrower one, in pixels.
 */
const JOINED = 56;

const ICONS: Record<Transition, LucideIcon> = { cut: SeparatorVertical, crossfade: Blend, dip: Moon };

interface JoinsProps {
  film: StripFilm;
  /** The range of clips whose joins are rendered, `last` excluded. */
  first: number;
  last: number;
  /** Pixels per second of the film. */
  scale: number;
  /** The index of the clip before the join that Tab reaches. */
  active: number;
  onActivate: (index: number) => void;
  onChoose: (sectionId: string) => void;
}

/**
 * The joins between the clips, as buttons. The group is one Tab stop, and the arrow keys move between its
 * buttons.
 */
export function Joins(props: JoinsProps): ReactElement {
  const { film, first, last, scale, active, onActivate, onChoose } = props;
  const { clips, sections, timeline } = film;
  const isWide = (clip: StripClip | undefined): boolean =>
    clip !== undefined && (clip.end - clip.start) * scale >= JOINED;
  const visible = Array.from({ length: Math.max(0, last - first) }, (_, at) => first + at).filter(
    (index) => isWide(clips[index]) && isWide(clips[index + 1]),
  );
  const reached = visible.includes(active) ? active : visible[0];
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const at = visible.findIndex(
      (index) => clips[index]!.id === (event.target as HTMLElement).dataset['join'],
    );
    const next = visible[at + (by ?? 0)];
    if (by === undefined || next === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    onActivate(next);
    event.currentTarget.querySelector<HTMLElement>(`[data-join="${clips[next]!.id}"]`)?.focus();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys are those of its buttons
    <div
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset has fields
      role="group"
      aria-label="Transitions"
      className="pointer-events-none absolute inset-0"
      onKeyDown={onKeyDown}
    >
      {visible.map((index) => {
        const section = sections[index]!;
        const [one, next] = [clips[index]!, clips[index + 1]!];
        const reach = joinReach(timeline.parts.get(one.id)!, timeline.parts.get(next.id)!);
        return (
          <Join
            key={one.id}
            id={one.id}
            title={section.title}
            transition={section.transition}
            x={one.end * scale}
            before={reach.before * scale}
            after={reach.after * scale}
            reached={index === reached}
            onChoose={onChoose}
          />
        );
      })}
    </div>
  );
}

interface JoinProps {
  id: string;
  title: string;
  transition: Transition;
  x: number;
  before: number;
  after: number;
  reached: boolean;
  onChoose: (sectionId: string) => void;
}

const Join = memo(function Join(props: JoinProps): ReactElement {
  const { id, title, transition, x, before, after, reached, onChoose } = props;
  const Icon = ICONS[transition];
  const name = `Transition after ${title}: ${TRANSITION_NAMES[transition]}`;
  return (
    <>
      {before + after > 0 ? (
        <span
          aria-hidden
          style={{ left: x - before, width: before + after }}
          className="bg-accent/30 border-accent absolute inset-y-0 border-x"
        />
      ) : null}
      <button
        type="button"
        data-join={id}
        tabIndex={reached ? 0 : -1}
        aria-label={name}
        title={name}
        onClick={() => onChoose(id)}
        style={{ left: x - 12 }}
        className="group/join pointer-events-auto absolute top-[18px] z-10 grid size-6 place-items-center rounded-full"
      >
        <span className="bg-surface border-line-strong text-fg group-hover/join:border-accent group-hover/join:text-accent grid size-5 place-items-center rounded-full border">
          <Icon aria-hidden size={12} />
        </span>
      </button>
    </>
  );
});
