import { useState, type ReactElement, type ReactNode } from 'react';
import { Tabs } from 'radix-ui';
import { AudioLines, Blend, Captions, Crop, TextAlignStart, type LucideIcon } from 'lucide-react';
import { useEditor, useEditorState } from '../context/editor-context.ts';
import { leaveFocusToBrowser } from '../parts/focus.ts';
import { INSPECTOR_TABS, type InspectorTab } from '../store/workspace/remembered.ts';

const TABS: Record<InspectorTab, { name: string; Icon: LucideIcon }> = {
  text: { name: 'Text', Icon: TextAlignStart },
  frame: { name: 'Frame', Icon: Crop },
  sound: { name: 'Sound', Icon: AudioLines },
  captions: { name: 'Captions', Icon: Captions },
  join: { name: 'Join', Icon: Blend },
};

interface InspectorTabsProps {
  /** Shown between the tabs and the panel. */
  head: ReactNode;
  panels: Record<InspectorTab, ReactNode>;
}

/**
 * The settings of the selected section, one subject at a time. An opened panel stays mounted, so that typed
 * text and the scroll position are retained.
 */
export function InspectorTabs({ head, panels }: InspectorTabsProps): ReactElement {
  const editor = useEditor();
  const tab = useEditorState((state) => state.tab);
  const [opened, setOpened] = useState<readonly InspectorTab[]>([tab]);
  if (!opened.includes(tab)) setOpened([...opened, tab]);
  return (
    <Tabs.Root
      value={tab}
      onValueChange={(next) => editor.inspect(next as InspectorTab)}
      className="flex min-h-0 flex-1 flex-col"
    >
      <Tabs.List aria-label="Inspector" className="border-line grid shrink-0 grid-cols-5 border-b px-1">
        {INSPECTOR_TABS.map((item) => {
          const { name, Icon } = TABS[item];
          return (
            <Tabs.Trigger
              key={item}
              value={item}
              onMouseDown={leaveFocusToBrowser}
              // Some browsers do not focus a pressed button.
              onClick={() => editor.inspect(item)}
              className="text-muted hover:text-fg data-[state=active]:border-accent data-[state=active]:text-fg flex h-12 min-w-0 flex-col items-center justify-center gap-0.5 border-b-2 border-transparent text-xs font-medium focus-visible:-outline-offset-2"
            >
              <Icon aria-hidden size={18} className="shrink-0" />
              {name}
            </Tabs.Trigger>
          );
        })}
      </Tabs.List>
      {head}
      {INSPECTOR_TABS.map((item) => (
        <Tabs.Content
          key={item}
          value={item}
          forceMount
          tabIndex={-1}
          className="flex min-h-0 flex-1 flex-col outline-none data-[state=inactive]:hidden"
        >
          {opened.includes(item) ? panels[item] : null}
        </Tabs.Content>
      ))}
    </Tabs.Root>
  );
}
