import type { ReactElement, RefObject } from 'react';
import { Tabs } from 'radix-ui';
import type { Aspect, Language } from '#contract/primitives.ts';
import type { Clock, PlayerHandle } from '../../components/player/clock.ts';
import { useTopBar } from '../../hooks/use-top-bar.ts';
import { useEditorState, useSelectedSection } from './editor-context.ts';
import { PreviewPane } from './PreviewPane.tsx';
import { PreviewInfo } from './PreviewInfo.tsx';
import { SectionDetails } from './SectionDetails.tsx';
import { SectionList } from './SectionList.tsx';

interface EditorPanesProps {
  clock: Clock;
  player: RefObject<PlayerHandle | null>;
  wide: boolean;
  language: Language;
  /** The film's shape. */
  aspect: Aspect;
  /** Another language is on its way: what is still shown must not be edited in its name. */
  switching: boolean;
  translates: boolean;
}

const TAB =
  'border-b-2 border-transparent px-4 min-h-11 flex-1 text-sm font-medium text-muted hover:text-fg data-[state=active]:border-accent data-[state=active]:text-fg';

/** Three panes side by side where there is room; a player that stays over two tabs where there is not. */
export function EditorPanes(props: EditorPanesProps): ReactElement {
  const { clock, player, wide, language, aspect, switching, translates } = props;
  const count = useEditorState((state) => state.sections.length);
  const section = useSelectedSection();
  const bar = useTopBar<HTMLDivElement>(!wide);
  const preview = <PreviewPane clock={clock} player={player} wide={wide} aspect={aspect} />;
  const details = (
    <SectionDetails clock={clock} player={player} wide={wide} language={language} translates={translates} />
  );
  if (wide) {
    return (
      <div
        inert={switching}
        className="grid grid-cols-[320px_minmax(0,1fr)_340px] items-start gap-4 xl:grid-cols-[340px_minmax(0,1fr)_360px]"
      >
        <div className="min-w-0 lg:sticky lg:top-18">
          <SectionList />
        </div>
        {preview}
        {details}
      </div>
    );
  }
  return (
    <div inert={switching}>
      <div
        ref={bar}
        className="bg-bg top-14 z-10 -mx-4 px-4 pb-2 sm:-mx-6 sm:px-6 [@media(min-height:33.75rem)]:sticky"
      >
        {preview}
      </div>
      <Tabs.Root defaultValue="sections">
        <Tabs.List aria-label="Editor" className="border-line mb-3 flex border-b">
          <Tabs.Trigger value="sections" className={TAB}>
            Sections ({count})
          </Tabs.Trigger>
          <Tabs.Trigger value="details" className={TAB}>
            Text and range
          </Tabs.Trigger>
        </Tabs.List>
        <Tabs.Content value="sections" tabIndex={-1}>
          <SectionList />
        </Tabs.Content>
        <Tabs.Content value="details" tabIndex={-1} className="space-y-3">
          {section ? <PreviewInfo section={section} /> : null}
          {details}
        </Tabs.Content>
      </Tabs.Root>
    </div>
  );
}
