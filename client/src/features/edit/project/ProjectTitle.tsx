import { useEffect, useRef, useState, type KeyboardEvent, type ReactElement, type RefObject } from 'react';
import { Check, Pencil, X } from 'lucide-react';
import { clsx } from 'clsx';
import { MAX_TITLE } from '#contract/limits.ts';
import type { Project } from '#contract/projects.ts';
import { IconButton } from '../../../components/ui/controls/IconButton.tsx';
import { tooLong } from '../../../lib/format.ts';
import { ChangedTitle } from '../../../components/ui/messages/ChangedTitle.tsx';
import { renameProject } from './rename-project.ts';

interface ProjectTitleProps {
  project: Project;
  heading: RefObject<HTMLHeadingElement | null>;
}

/** The project's title, edited in place. Enter saves and Escape restores the earlier title. */
export function ProjectTitle({ project, heading }: ProjectTitleProps): ReactElement {
  const { id, title } = project;
  // The typed title; `null` while nothing is typed.
  const [typed, setTyped] = useState<string | null>(null);
  const [saving, setSaving] = useState(false);
  /** The title when it began to be edited. */
  const [previous, setPrevious] = useState(title);
  const form = useRef<HTMLFormElement>(null);
  const blank = typed?.trim() === '';
  const problem = blank ? 'Please enter a title.' : tooLong(typed ?? '', MAX_TITLE);
  const editing = typed !== null;
  useEffect(() => {
    if (!editing) return;
    const input = form.current?.querySelector('input');
    input?.focus();
    input?.select();
  }, [editing]);

  const close = (): void => {
    setTyped(null);
    heading.current?.focus();
  };
  const submit = async (): Promise<void> => {
    if (typed === null || problem !== null || saving) return;
    if (typed.trim() === title) return close();
    setSaving(true);
    const saved = await renameProject(id, { from: title, to: typed.trim() });
    setSaving(false);
    if (saved) close();
  };
  /** Typed text stays until it is saved or cancelled, as in a dialog. */
  const leave = (): void => {
    if (typed?.trim() === title) setTyped(null);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') close();
  };
  return (
    <div className={clsx('flex min-w-0 flex-1 items-center gap-1', editing && 'max-lg:basis-full')}>
      <h1
        ref={heading}
        tabIndex={-1}
        title={title}
        className={
          editing
            ? 'sr-only'
            : 'line-clamp-2 min-w-0 text-base leading-5 font-semibold tracking-tight lg:block lg:truncate lg:text-lg lg:leading-7'
        }
      >
        {title}
      </h1>
      {editing ? (
        <form
          ref={form}
          className="min-w-0 flex-1"
          onSubmit={(event) => {
            event.preventDefault();
            void submit();
          }}
        >
          <div className="flex items-center gap-1">
            <input
              aria-label="Project title"
              value={typed}
              aria-invalid={problem !== null || undefined}
              aria-describedby={problem === null ? undefined : 'project-title-error'}
              onChange={(event) => setTyped(event.target.value)}
              onKeyDown={onKeyDown}
              onBlur={leave}
              className="field h-9 min-w-0 text-base font-semibold"
            />
            <IconButton
              label="Save title"
              inactive={problem !== null || saving}
              onClick={() => void submit()}
            >
              <Check aria-hidden size={18} />
            </IconButton>
            <IconButton label="Keep the current title" onClick={close}>
              <X aria-hidden size={18} />
            </IconButton>
          </div>
          {problem === null ? null : (
            <p id="project-title-error" role="alert" className="text-danger mt-1 text-xs">
              {problem}
            </p>
          )}
          <ChangedTitle from={previous} to={title} />
        </form>
      ) : (
        <IconButton
          label="Rename project"
          onClick={() => {
            setPrevious(title);
            setTyped(title);
          }}
        >
          <Pencil aria-hidden size={16} />
        </IconButton>
      )}
    </div>
  );
}
