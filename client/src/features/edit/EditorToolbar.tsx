import type { ReactElement, ReactNode } from 'react';
import {
  ArrowLeft,
  Ellipsis,
  FileDown,
  History as HistoryIcon,
  Keyboard,
  ListRestart,
  type LucideIcon,
  Redo2,
  Search,
  Undo2,
} from 'lucide-react';
import { clsx } from 'clsx';
import type { FilmOptions } from '#film/styles/film-options.ts';
import { LANGUAGES, type Language } from '#contract/primitives.ts';
import type { Project } from '#contract/projects.ts';
import { Button } from '../../components/ui/controls/Button.tsx';
import { buttonClass } from '../../components/ui/controls/button-class.ts';
import { Disclosure, SHEET } from '../../components/ui/controls/Disclosure.tsx';
import { IconButton } from '../../components/ui/controls/IconButton.tsx';
import { NativeSelect } from '../../components/ui/controls/NativeSelect.tsx';
import { useConfig } from '../../hooks/use-config.ts';
import { useMediaQuery, useWide } from '../../hooks/use-media-query.ts';
import { useGo, usePlace } from '../../hooks/page/use-place.ts';
import { useStageFocus } from '../../hooks/page/use-stage-focus.ts';
import { lastSearch } from '../../lib/selection/last-search.ts';
import { useEditor, useEditorState } from './context/editor-context.ts';
import { FilmOptionsPanel } from './film/FilmOptionsPanel.tsx';
import { hasUnsaved } from './store/state.ts';
import { ProjectTitle } from './project/ProjectTitle.tsx';
import { openFind } from './parts/focus.ts';

interface EditorToolbarProps {
  project: Project;
  language: Language;
  options: FilmOptions;
  onShowKeys: () => void;
  /** The button of the notices. */
  notices: ReactNode;
  /** The Generate button, if the toolbar has room for it. */
  children: ReactNode;
}

/** The commands for the whole project. Those that do not fit beside the title are in a menu. */
export function EditorToolbar(props: EditorToolbarProps): ReactElement {
  const { project, language, options, onShowKeys, notices, children } = props;
  const heading = useStageFocus();
  const go = useGo();
  const { stage } = usePlace();
  const wide = useWide();
  const hasRoom = useMediaQuery('(min-width: 90rem)');
  const languages = useConfig()?.languages ?? LANGUAGES;
  const film = (
    <>
      <NativeSelect
        label="Language"
        className="lg:w-30"
        value={language}
        options={languages.map(({ code, name }) => ({ value: code, label: name }))}
        onChange={(next) => go({ stage, project: project.id, language: next }, { replace: true })}
      />
      <FilmOptionsPanel projectId={project.id} title={project.title} language={language} options={options} />
    </>
  );
  const tools = (close?: () => void): ReactElement => <Tools onShowKeys={onShowKeys} close={close} />;
  const edits = (close?: () => void): ReactElement => <EditTools project={project} close={close} />;
  return (
    <div className="relative flex flex-wrap items-center gap-x-1 gap-y-2 sm:gap-x-3 lg:flex-nowrap">
      <Button
        look="quiet"
        size="sm"
        className="-ml-2 max-xl:px-2 lg:-ml-1 xl:-ml-3"
        onClick={() => go({ stage: 'search', ...lastSearch() })}
      >
        <ArrowLeft aria-hidden size={16} /> <span className="max-xl:sr-only">Back to Home</span>
      </Button>
      <ProjectTitle key={project.id} project={project} heading={heading} />
      <div className="flex items-center gap-1">
        {notices}
        {wide ? edits() : null}
        {hasRoom ? (
          tools()
        ) : (
          <Disclosure
            headed
            label="Menu"
            buttonLabel="Menu"
            buttonClassName={buttonClass({ look: 'quiet', size: 'icon' })}
            className="shrink-0"
            panelClassName={SHEET}
            button={<Ellipsis aria-hidden size={18} />}
          >
            {(close) => (
              // One column of the menu’s width, whatever the label of Undo.
              <div className="grid grid-cols-[minmax(0,1fr)] gap-1">
                {wide ? null : film}
                {wide ? null : edits(close)}
                {tools(close)}
              </div>
            )}
          </Disclosure>
        )}
      </div>
      {wide ? (
        <div className="flex items-center gap-2">
          {film}
          {children}
        </div>
      ) : null}
    </div>
  );
}

interface ToolProps {
  label: string;
  Icon: LucideIcon;
  inactive?: boolean;
  /** Closes the menu of which the tool is an entry. */
  close?: (() => void) | undefined;
  className?: string;
  onClick: () => void;
}

/** A command as an icon with a tip, or in the menu as an icon with its name. */
function Tool({ label, Icon, inactive = false, close, className, onClick }: ToolProps): ReactElement {
  if (!close) {
    return (
      <IconButton label={label} inactive={inactive} onClick={onClick} className={className ?? ''}>
        <Icon aria-hidden size={18} />
      </IconButton>
    );
  }
  return (
    <Button
      look="quiet"
      inactive={inactive}
      className={clsx('-mx-2 justify-start px-2', className)}
      onClick={() => {
        // Returns the focus to the menu's button before a dialog remembers its opener.
        close();
        onClick();
      }}
    >
      <Icon aria-hidden size={18} /> <span className="truncate">{label}</span>
    </Button>
  );
}

type ToolsProps = Pick<ToolProps, 'close'>;

function Tools({ close, onShowKeys }: ToolsProps & { onShowKeys: () => void }): ReactElement {
  const editor = useEditor();
  return (
    <>
      <Tool label="Find and replace" Icon={Search} close={close} onClick={() => openFind(editor)} />
      <Tool label="Export" Icon={FileDown} close={close} onClick={() => editor.show('export')} />
      <Tool label="Versions" Icon={HistoryIcon} close={close} onClick={() => editor.show('versions')} />
      <Tool
        label="Keyboard shortcuts"
        Icon={Keyboard}
        close={close}
        // A device without a mouse usually has no such keys.
        className="[@media(hover:none)]:hidden"
        onClick={onShowKeys}
      />
    </>
  );
}

/** The Undo, Redo and Reset buttons. Undo and Redo are labelled with their edit. */
function EditTools({ close, project }: ToolsProps & { project: Project }): ReactElement {
  const editor = useEditor();
  // Unsaved changes count as an edit: they are saved first, then undone.
  const unsaved = useEditorState(hasUnsaved);
  const { undo: last, redo: next } = project.history;
  return (
    <>
      <Tool
        label={unsaved || last === null ? 'Undo' : `Undo: ${last}`}
        Icon={Undo2}
        inactive={last === null && !unsaved}
        close={close}
        onClick={() => editor.history.undo()}
      />
      <Tool
        label={next === null ? 'Redo' : `Redo: ${next}`}
        Icon={Redo2}
        inactive={next === null || unsaved}
        close={close}
        onClick={() => editor.history.redo()}
      />
      <Tool label="Reset" Icon={ListRestart} close={close} onClick={() => editor.show('reset')} />
    </>
  );
}
