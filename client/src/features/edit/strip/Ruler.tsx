import { memo, type ReactElement } from 'react';
import { positionTime } from '../../../lib/format.ts';
import { rulerMarks } from './view/geometry.ts';

interface RulerProps {
  /** The range of the film that is rendered, in seconds. */
  from: number;
  to: number;
  scale: number;
}

export const Ruler = memo(function Ruler({ from, to, scale }: RulerProps): ReactElement {
  return (
    <>
      {rulerMarks({ start: from, end: to }, scale).map((second) => (
        <span
          key={second}
          data-time={positionTime(second)}
          // Marks move only on zoom. A transform for each of them would make painting the strip slower.
          style={{ left: second * scale }}
          className="border-line-strong text-muted absolute bottom-0 h-3 border-l pl-1 text-xs leading-none tabular-nums before:content-[attr(data-time)]"
        />
      ))}
    </>
  );
});
