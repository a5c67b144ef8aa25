import { lazy, Suspense, useCallback, useRef, type ReactElement, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { Tabs } from 'radix-ui';
import { BottomBar } from '../../components/ui/display/BottomBar.tsx';
import { useEditor, useEditorState, useSelectedSection } from './context/editor-context.ts';
import { useWide } from '../../hooks/use-media-query.ts';
import { PhonePlayer } from './PhonePlayer.tsx';
import { useStripShown } from './panes/use-window-size.ts';
import { Workspace } from './panes/Workspace.tsx';
import { PreviewPane } from './preview/PreviewPane.tsx';
import { leaveFocusToBrowser } from './parts/focus.ts';
import { hasRange } from './section/ranges.ts';
import { Inspector, SectionDetails } from './SectionDetails.tsx';
import { SectionList } from './list/SectionList.tsx';
import type { EditorState } from './store/state.ts';
import { TrimPanel } from './trim/TrimPanel.tsx';
import { loadPart } from '../../lib/missing-chunk.ts';

const FilmStrip = lazy(async () => ({
  default: (await loadPart(() => import('./strip/FilmStrip.tsx'))).FilmStrip,
}));

interface EditorPanesProps {
  /** Whether another language is loading. The shown texts must not be edited then. */
  switching: boolean;
  /** The controls below the tabs that stay visible on a small screen. */
  action: ReactNode;
}

const TAB =
  'border-t-2 border-transparent px-2 min-h-11 flex-1 text-sm font-medium text-muted hover:text-fg focus-visible:-outline-offset-2 data-[state=active]:border-accent data-[state=active]:text-fg';

/** Three panes over the film strip if there is room, otherwise a fixed player above two tabs. */
export function EditorPanes({ switching, action }: EditorPanesProps): ReactElement {
  const wide = useWide();
  const count = useEditorState((state) => state.sections.length);
  const section = useSelectedSection();
  const editor = useEditor();
  const tab = useEditorState((state) => state.pane);
  const stripShown = useStripShown();
  const panes = useRef<HTMLDivElement>(null);
  const form = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLDivElement>(null);
  /** Shows a panel below the player, or only the panel if there is no room for both. */
  const show = useCallback(
    (pane: EditorState['pane']) => {
      const panel = pane === 'details' ? form : list;
      const target = window.matchMedia('(max-height: 30rem)').matches ? panel : panes;
      const scroll = (): void => target.current?.scrollIntoView({ block: 'start' });
      // The list scrolls by the heights that it measures above the position at which it appears.
      scroll();
      flushSync(() => editor.showPane(pane));
      scroll();
    },
    [editor],
  );
  /** Whether the tab that is being pressed was open before the press. */
  const isOpen = useRef(false);
  const trigger = (value: EditorState['pane'], name: string): ReactElement => (
    <Tabs.Trigger
      value={value}
      className={TAB}
      onMouseDown={(event) => {
        leaveFocusToBrowser(event);
        isOpen.current = tab === value;
      }}
      onClick={({ detail }) => {
        // Most browsers focus a tab when a press begins, which opens it. The list may have scrolled since.
        if (detail === 0 || isOpen.current || tab !== value) show(value);
      }}
    >
      {name}
    </Tabs.Trigger>
  );
  const open = useCallback(() => {
    show('details');
    // The list disappears with the pressed row, so the focus moves to the opened pane.
    form.current?.focus({ preventScroll: true });
  }, [show]);
  const preview = (
    <PreviewPane>{section && hasRange(section) ? <TrimPanel section={section} /> : null}</PreviewPane>
  );
  if (wide) {
    return (
      <>
        <Workspace inert={switching} list={<SectionList />} player={preview} inspector={<Inspector />} />
        {stripShown ? (
          <div inert={switching} data-pane className="shrink-0">
            <Suspense fallback={<div className="panel h-36" />}>
              <FilmStrip onJoin={() => editor.inspect('join')} />
            </Suspense>
          </div>
        ) : null}
      </>
    );
  }
  return (
    <Tabs.Root value={tab} onValueChange={(next) => show(next as typeof tab)}>
      <div ref={panes} inert={switching} className="scroll-mt-[calc(var(--top-bar,0px)*-1-0.5rem)]">
        <PhonePlayer>{preview}</PhonePlayer>
        <Tabs.Content ref={list} value="sections" tabIndex={-1} className="outline-none">
          <SectionList onOpen={open} />
        </Tabs.Content>
        <Tabs.Content ref={form} value="details" tabIndex={-1} className="space-y-3 outline-none">
          <SectionDetails />
        </Tabs.Content>
      </div>
      <BottomBar>
        <Tabs.List aria-label="Editor" className="flex sm:[@media(max-height:30rem)]:flex-1">
          {trigger('sections', `Sections (${count})`)}
          {trigger('details', 'Text and range')}
        </Tabs.List>
        <div className="px-3 pb-3 sm:[@media(max-height:30rem)]:flex-1 sm:[@media(max-height:30rem)]:pt-3">
          {action}
        </div>
      </BottomBar>
    </Tabs.Root>
  );
}
