import type { ReactElement } from 'react';
import type { Section } from '#contract/sections.ts';
import { preciseTime } from '../../../lib/format.ts';
import { sectionLength, sectionSpan } from '../section/fit-words.ts';

/** Shows the source and the range of the previewed section. */
export function SectionFacts({ section }: { section: Section }): ReactElement {
  const { video } = section;
  const { start, end } = sectionSpan(section);
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1.5 text-xs">
      <p className="text-muted min-w-0 flex-1 basis-20 break-words">
        {video.title} · {video.channel}
      </p>
      <dl className="flex gap-3 tabular-nums">
        <Figure name="Start" value={preciseTime(start)} />
        <Figure name="End" value={preciseTime(end)} />
        <Figure name="Duration" value={sectionLength(section)} />
      </dl>
    </div>
  );
}

function Figure({ name, value }: { name: string; value: string }): ReactElement {
  return (
    <div>
      <dt className="text-muted">{name}</dt>
      <dd className="font-medium">{value}</dd>
    </div>
  );
}
