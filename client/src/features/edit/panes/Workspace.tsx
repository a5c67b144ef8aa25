import { useId, useState, type ReactElement, type ReactNode } from 'react';
import { fitWidths, limitsOf, type SidePane } from '../store/workspace/pane-widths.ts';
import { readWidths, writeWidths } from '../store/workspace/remembered.ts';
import { PaneSeparator } from './PaneSeparator.tsx';
import { useStripShown, useWindowSize } from './use-window-size.ts';

/** The height of the film strip below the panes, with the gap above it, in rem. */
const STRIP = 9.5;

interface WorkspaceProps {
  inert: boolean;
  list: ReactNode;
  player: ReactNode;
  inspector: ReactNode;
}

/**
 * Three panes side by side, which scroll independently. The outer ones can be resized. If the window is too
 * low for them, the page scrolls.
 */
export function Workspace({ inert, list, player, inspector }: WorkspaceProps): ReactElement {
  const id = useId();
  const { width, height } = useWindowSize();
  const stripShown = useStripShown();
  const windowSize = { width, height: stripShown ? height - STRIP : height };
  const [chosen, setChosen] = useState(readWidths);
  const widths = fitWidths(chosen, windowSize);
  const separator = (pane: SidePane, side: 'left' | 'right', label: string): ReactElement => (
    <PaneSeparator
      label={label}
      controls={`${id}-${pane}`}
      side={side}
      value={widths[pane]}
      {...limitsOf(pane, widths, windowSize)}
      onChange={(width) => setChosen({ ...chosen, [pane]: width })}
      onCommit={(width) => {
        const next = { ...chosen, [pane]: width ?? undefined };
        setChosen(next);
        writeWidths(next);
      }}
    />
  );
  return (
    <div
      inert={inert}
      className="grid min-h-88 flex-[1_1_0px] grid-rows-[minmax(0,1fr)]"
      style={{
        gridTemplateColumns: `${widths.list}rem 0.75rem minmax(0,1fr) 0.75rem ${widths.inspector}rem`,
      }}
    >
      <div id={`${id}-list`} data-pane className="flex min-w-0 flex-col">
        {list}
      </div>
      {separator('list', 'left', 'Width of the section list')}
      {player}
      {separator('inspector', 'right', 'Width of the inspector')}
      <div id={`${id}-inspector`} data-pane className="flex min-w-0 flex-col">
        {inspector}
      </div>
    </div>
  );
}
