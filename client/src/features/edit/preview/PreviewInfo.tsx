import type { ReactElement } from 'react';
import type { Section } from '#contract/sections.ts';
import { preciseTime } from '../../../lib/format.ts';
import { sectionLength, sectionSpan } from '../section/fit-words.ts';

/** The previewed section: title, source, range and text. */
export function PreviewInfo({ section }: { section: Section }): ReactElement {
  const { title, video, transcription } = section;
  const { start, end } = sectionSpan(section);
  const text = transcription.trim();
  return (
    <section aria-label="Previewed section" className="panel min-w-0 space-y-2 p-4">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <div className="min-w-0 flex-1 basis-56">
          <h2 className="text-base font-semibold break-words">{title}</h2>
          <p className="text-muted text-xs break-words">
            {video.title} · {video.channel}
          </p>
        </div>
        <dl className="flex gap-5 text-xs tabular-nums">
          <Figure name="Start" value={preciseTime(start)} />
          <Figure name="End" value={preciseTime(end)} />
          <Figure name="Duration" value={sectionLength(section)} />
        </dl>
      </div>
      <p className={text ? 'line-clamp-4 break-words' : 'text-muted'}>{text || 'No words in this section'}</p>
    </section>
  );
}

function Figure({ name, value }: { name: string; value: string }): ReactElement {
  return (
    <div>
      <dt className="text-muted">{name}</dt>
      <dd className="text-sm font-medium">{value}</dd>
    </div>
  );
}
