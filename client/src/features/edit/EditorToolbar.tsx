import type { ReactElement, ReactNode } from 'react';
import {
  ArrowLeft,
  FileDown,
  History as HistoryIcon,
  Keyboard,
  Redo2,
  RotateCcw,
  Search,
  Undo2,
} from 'lucide-react';
import type { FilmOptions } from '#contract/film-options.ts';
import { LANGUAGES, type Language } from '#contract/primitives.ts';
import type { Project } from '#contract/projects.ts';
import { Button } from '../../components/ui/controls/Button.tsx';
import { IconButton } from '../../components/ui/controls/IconButton.tsx';
import { NativeSelect } from '../../components/ui/controls/NativeSelect.tsx';
import { useConfig } from '../../hooks/use-config.ts';
import { useGo, usePlace } from '../../hooks/page/use-place.ts';
import { useStageFocus } from '../../hooks/page/use-stage-focus.ts';
import { plural } from '../../lib/format.ts';
import { lastSearch } from '../../lib/selection/last-search.ts';
import { useEditor, useEditorState } from './context/editor-context.ts';
import { FilmOptionsPanel } from './film/FilmOptionsPanel.tsx';
import { hasUnsaved } from './store/state.ts';
import { ProjectTitle } from './project/ProjectTitle.tsx';
import { openFind } from './parts/field-focus.ts';
import type { GenerationPlan } from './film/use-generation-plan.ts';

interface EditorToolbarProps {
  project: Project;
  language: Language;
  options: FilmOptions;
  plan: GenerationPlan | undefined;
  onShowKeys: () => void;
  children: ReactNode;
}

export function EditorToolbar(props: EditorToolbarProps): ReactElement {
  const { project, language, options, plan, onShowKeys, children } = props;
  const heading = useStageFocus();
  const go = useGo();
  const { stage } = usePlace();
  const editor = useEditor();
  const languages = useConfig()?.languages ?? LANGUAGES;
  return (
    <div className="relative flex flex-wrap items-center gap-x-3 gap-y-2">
      <Button
        look="quiet"
        size="sm"
        className="-ml-3"
        onClick={() => go({ stage: 'search', ...lastSearch() })}
      >
        <ArrowLeft aria-hidden size={16} /> Back to Home
      </Button>
      <ProjectTitle key={project.id} project={project} heading={heading} />
      <div className="ml-auto flex items-center sm:gap-1">
        <HistoryButtons project={project} />
        <Button look="quiet" size="sm" onClick={() => editor.show('reset')}>
          <RotateCcw aria-hidden size={16} /> Reset
        </Button>
        <IconButton label="Find and replace" onClick={() => openFind(editor)}>
          <Search aria-hidden size={18} />
        </IconButton>
        <IconButton label="Export" onClick={() => editor.show('export')}>
          <FileDown aria-hidden size={18} />
        </IconButton>
        <IconButton label="Versions" onClick={() => editor.show('versions')}>
          <HistoryIcon aria-hidden size={18} />
        </IconButton>
        <IconButton label="Keyboard shortcuts" onClick={onShowKeys}>
          <Keyboard aria-hidden size={18} />
        </IconButton>
      </div>
      <div className="flex flex-wrap items-center gap-2 max-lg:order-2 max-lg:w-full">
        <ToRender plan={plan} project={project} />
        <NativeSelect
          label="Language"
          className="max-lg:flex-1 lg:w-30"
          value={language}
          options={languages.map(({ code, name }) => ({ value: code, label: name }))}
          onChange={(next) => go({ stage, project: project.id, language: next }, { replace: true })}
        />
        <FilmOptionsPanel
          projectId={project.id}
          title={project.title}
          language={language}
          options={options}
        />
        {children}
      </div>
    </div>
  );
}

type ToRenderCounts = Pick<GenerationPlan, 'toRender' | 'transitionsToRender'>;

/** How much of the film is still to render; its place is kept until that is known, so that nothing moves. */
function ToRender({ plan, project }: Pick<EditorToolbarProps, 'plan' | 'project'>): ReactElement {
  const sections = project.sections.length;
  const transitions = project.sections.slice(0, -1).filter(({ transition }) => transition !== 'cut').length;
  const shown = plan ?? { toRender: sections, transitionsToRender: transitions };
  return (
    <p
      className={`text-muted text-xs tabular-nums max-lg:order-last max-lg:basis-full ${plan ? '' : 'invisible'}`}
    >
      {toRenderText(shown)}
    </p>
  );
}

/** Returns, for example, '3 sections and 1 transition to render'. */
function toRenderText({ toRender, transitionsToRender }: ToRenderCounts): string {
  const parts = [
    ...(toRender > 0 ? [`${toRender} ${plural(toRender, 'section')}`] : []),
    ...(transitionsToRender > 0
      ? [`${transitionsToRender} ${plural(transitionsToRender, 'transition')}`]
      : []),
  ];
  return parts.length === 0 ? 'Nothing to render' : `${parts.join(' and ')} to render`;
}

/** Undo and Redo of every edit, labelled by what they would do. */
function HistoryButtons({ project }: { project: Project }): ReactElement {
  const editor = useEditor();
  // Unsaved changes are an edit too: they are saved first, then undone.
  const unsaved = useEditorState(hasUnsaved);
  const { undo: last, redo: next } = project.history;
  return (
    <>
      <IconButton
        label={unsaved || last === null ? 'Undo' : `Undo: ${last}`}
        inactive={last === null && !unsaved}
        onClick={() => editor.history.undo()}
      >
        <Undo2 aria-hidden size={18} />
      </IconButton>
      <IconButton
        label={next === null ? 'Redo' : `Redo: ${next}`}
        inactive={next === null || unsaved}
        onClick={() => editor.history.redo()}
      >
        <Redo2 aria-hidden size={18} />
      </IconButton>
    </>
  );
}
