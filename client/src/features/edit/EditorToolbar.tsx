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
import { lastSearch } from '../../lib/selection/last-search.ts';
import { useEditor, useEditorState } from './context/editor-context.ts';
import { useWide } from './context/use-wide.ts';
import { FilmOptionsPanel } from './film/FilmOptionsPanel.tsx';
import { ToRender } from './film/ToRender.tsx';
import { hasUnsaved } from './store/state.ts';
import { ProjectTitle } from './project/ProjectTitle.tsx';
import { openFind } from './parts/field-focus.ts';
import type { GenerationPlan } from './film/use-generation-plan.ts';

/** Where the toolbar has one row and little room, its signs alone. */
const WORDS = 'lg:max-xl:sr-only';

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
  const wide = useWide();
  const languages = useConfig()?.languages ?? LANGUAGES;
  return (
    <div className="relative flex flex-wrap items-center gap-x-3 gap-y-2 lg:flex-nowrap">
      <Button
        look="quiet"
        size="sm"
        className="-ml-3 lg:max-xl:-ml-1 lg:max-xl:px-2"
        onClick={() => go({ stage: 'search', ...lastSearch() })}
      >
        <ArrowLeft aria-hidden size={16} /> <span className={WORDS}>Back to Home</span>
      </Button>
      <ProjectTitle key={project.id} project={project} heading={heading} />
      <div className="ml-auto flex items-center sm:gap-1">
        <HistoryButtons project={project} />
        <Button look="quiet" size="sm" className="lg:max-xl:px-2" onClick={() => editor.show('reset')}>
          <RotateCcw aria-hidden size={16} /> <span className={WORDS}>Reset</span>
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
      <div className="flex flex-wrap items-center gap-2 max-lg:order-2 max-lg:w-full lg:flex-nowrap">
        {wide ? null : <ToRender plan={plan} project={project} />}
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
