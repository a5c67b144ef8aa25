import { lazy, Suspense, type ReactElement, type ReactNode } from 'react';
import { Pencil, RotateCcw } from 'lucide-react';
import type { Section } from '#contract/sections.ts';
import { Button } from '../../components/ui/controls/Button.tsx';
import { IconButton } from '../../components/ui/controls/IconButton.tsx';
import { useEditor, useEditorState, useSelectedSection } from './context/editor-context.ts';
import { ChangedElsewhere, SavedState } from './saving/SavedState.tsx';
import { FilmText } from './text/FilmText.tsx';
import { InspectorTabs } from './panes/InspectorTabs.tsx';
import type * as Fields from './SectionFields.tsx';
import { loadPart } from '../../lib/missing-chunk.ts';

/** Loads one of the settings groups, which share a chunk. */
const fields = <Name extends keyof typeof Fields>(name: Name) =>
  lazy(async () => ({ default: (await loadPart(() => import('./SectionFields.tsx')))[name] }));

const AllFields = fields('AllFields');
const FramePanel = fields('FramePanel');
const SoundPanel = fields('SoundPanel');
const CaptionsPanel = fields('CaptionsPanel');
const JoinPanel = fields('JoinPanel');

/** Returns what the details show without a selected section. */
const useNothingSelected = (): string =>
  useEditorState(({ sections }) =>
    sections.length === 0 ? 'Add a section to edit it.' : 'Select a section to edit it.',
  );

/** The film's text above the settings of the selected section, for a small screen. */
export function SectionDetails(): ReactElement {
  const section = useSelectedSection();
  const nothing = useNothingSelected();
  if (!section) {
    return <p className="panel text-muted px-4 py-16 text-center text-balance">{nothing}</p>;
  }
  return (
    <section aria-label="Selected section" className="min-w-0 space-y-3">
      <div className="panel overflow-hidden">
        <Head section={section} title="Text" />
        <FilmText />
      </div>
      <Loaded>
        <AllFields section={section} />
      </Loaded>
    </section>
  );
}

/** The film's text and the settings of the selected section in tabs, for a wide screen. */
export function Inspector(): ReactElement {
  const section = useSelectedSection();
  const tab = useEditorState((state) => state.tab);
  const nothing = useNothingSelected();
  if (!section) {
    return (
      <p className="panel text-muted grid flex-1 place-items-center px-4 text-center text-balance">
        {nothing}
      </p>
    );
  }
  return (
    <section aria-label="Selected section" className="panel flex min-h-0 flex-1 flex-col overflow-hidden">
      <InspectorTabs
        head={<Head section={section} title={tab === 'text' ? 'Text' : section.title} />}
        panels={{
          text: <FilmText />,
          frame: (
            <Loaded>
              <FramePanel section={section} />
            </Loaded>
          ),
          sound: (
            <Loaded>
              <SoundPanel section={section} />
            </Loaded>
          ),
          captions: (
            <Loaded>
              <CaptionsPanel section={section} />
            </Loaded>
          ),
          join: (
            <Loaded>
              <JoinPanel section={section} />
            </Loaded>
          ),
        }}
      />
    </section>
  );
}

const Loaded = ({ children }: { children: ReactNode }): ReactElement => (
  <Suspense fallback={null}>{children}</Suspense>
);

/** The title of the section below, its saved state, and the commands for the whole section. */
function Head({ section, title }: { section: Section; title: string }): ReactElement {
  const editor = useEditor();
  return (
    <>
      <div className="flex min-h-12 shrink-0 items-center justify-between gap-2 px-4 py-2">
        {/* A long title gives way before the buttons wrap. */}
        <h2 className="min-w-16 flex-1 truncate font-semibold" title={title}>
          {title}
        </h2>
        <span className="flex flex-wrap items-center justify-end gap-x-1.5 gap-y-1">
          <SavedState sectionId={section.id} />
          <ResetButton section={section} />
          <Button size="sm" onClick={() => editor.show('edit')}>
            <Pencil aria-hidden size={14} /> Edit Section
          </Button>
        </span>
      </div>
      <ChangedElsewhere sectionId={section.id} />
    </>
  );
}

/** Resets this section. Renders nothing for a custom section, which has no original state. */
function ResetButton({ section }: { section: Section }): ReactElement {
  const editor = useEditor();
  const unsaved = useEditorState(({ drafts }) => drafts[section.id] !== undefined);
  return (
    <IconButton
      label="Reset section"
      inactive={section.kind === 'custom' || (!section.changed && !unsaved)}
      onClick={() => void editor.sections.reset(section)}
    >
      <RotateCcw aria-hidden size={16} />
    </IconButton>
  );
}
