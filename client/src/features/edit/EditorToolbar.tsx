import type { ReactElement, ReactNode } from 'react';
import { ArrowLeft, Keyboard } from 'lucide-react';
import { LANGUAGES, QUALITIES, type Language, type Quality } from '#contract/primitives.ts';
import type { Project } from '#contract/projects.ts';
import { Button } from '../../components/ui/Button.tsx';
import { IconButton } from '../../components/ui/IconButton.tsx';
import { NativeSelect } from '../../components/ui/NativeSelect.tsx';
import { useConfig } from '../../hooks/use-config.ts';
import { useGo } from '../../hooks/use-place.ts';
import { useStageFocus } from '../../hooks/use-stage-focus.ts';
import { lastSearch } from '../../lib/last-search.ts';
import { useEditor } from './editor-context.ts';
import { RenderPlan } from './RenderPlan.tsx';

interface EditorToolbarProps {
  project: Project;
  language: Language;
  quality: Quality;
  onShowKeys: () => void;
  children: ReactNode;
}

export function EditorToolbar({
  project,
  language,
  quality,
  onShowKeys,
  children,
}: EditorToolbarProps): ReactElement {
  const heading = useStageFocus();
  const go = useGo();
  const editor = useEditor();
  const config = useConfig();
  const languages = config?.languages ?? LANGUAGES;
  const qualities = config?.qualities ?? QUALITIES;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <Button
        look="quiet"
        size="sm"
        className="-ml-3"
        onClick={() => go({ stage: 'search', ...lastSearch() })}
      >
        <ArrowLeft aria-hidden size={16} /> Back to Home
      </Button>
      <h1
        ref={heading}
        tabIndex={-1}
        title={project.title}
        className="order-first min-w-0 basis-full truncate text-lg font-semibold tracking-tight lg:order-none lg:flex-1 lg:basis-0"
      >
        {project.title}
      </h1>
      <div className="ml-auto flex flex-wrap items-center gap-2 max-lg:w-full">
        <RenderPlan projectId={project.id} language={language} quality={quality} />
        <NativeSelect
          label="Language"
          className="max-lg:flex-1 lg:w-30"
          value={language}
          options={languages.map(({ code, name }) => ({ value: code, label: name }))}
          onChange={(next) => go({ stage: 'edit', project: project.id, language: next }, { replace: true })}
        />
        <NativeSelect
          label="Quality"
          className="max-lg:flex-1 lg:w-26"
          value={quality}
          options={qualities.map((value) => ({ value, label: value }))}
          onChange={(next) => editor.setState({ quality: next as Quality })}
        />
        <span className="max-lg:hidden">
          <IconButton label="Keyboard shortcuts" size="iconMd" onClick={onShowKeys}>
            <Keyboard aria-hidden size={18} />
          </IconButton>
        </span>
        {children}
      </div>
    </div>
  );
}
