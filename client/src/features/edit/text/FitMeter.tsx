import type { ReactElement } from 'react';
import { clsx } from 'clsx';
import { CircleCheck, OctagonAlert, TriangleAlert } from 'lucide-react';
import type { Section } from '#contract/sections.ts';
import { useFilm } from '../context/film-context.ts';
import { useWords } from '../context/queries.ts';
import { useVoiceOf } from '../context/use-voices.ts';
import { audibleText } from '../section/drafts.ts';
import { fitting, type Fitting } from '../section/fit-meter.ts';
import { ownLength } from '../section/ranges.ts';

const LOOKS: Record<Fitting['look'], { name: string; icon: typeof CircleCheck; ink: string; bar: string }> = {
  fits: { name: 'Fits', icon: CircleCheck, ink: 'text-ok', bar: 'bg-ok' },
  tight: { name: 'Tight', icon: TriangleAlert, ink: 'text-warn', bar: 'bg-warn' },
  long: { name: 'Too long', icon: OctagonAlert, ink: 'text-danger', bar: 'bg-danger' },
};

/** Shows how well the text fits the section's length while it is typed. */
export function FitMeter({ section }: { section: Section }): ReactElement | null {
  const { language } = useFilm();
  const voice = useVoiceOf(section);
  const { words } = useWords(section.id);
  const { media } = section;
  const audible = audibleText(section, words);
  if (audible.trim() === '') return null;
  const still = media !== 'video';
  const length = ownLength(section);
  const pace = voice?.pace[language];
  const { look, reads, fillRatio, text } = fitting(audible, { length, pace, still });
  const { name, icon: Icon, ink, bar } = LOOKS[look];
  return (
    <div className="space-y-1 text-xs">
      {still ? null : (
        <div aria-hidden className="bg-surface-2 h-1.5 overflow-hidden rounded-full">
          <div
            className={clsx('h-full rounded-full', bar)}
            style={{ width: `${Math.min(100, fillRatio * 100)}%` }}
          />
        </div>
      )}
      <p className="flex items-start gap-1.5 tabular-nums">
        <Icon aria-hidden size={14} className={clsx('mt-px shrink-0', ink)} />
        <span>
          <span className={clsx('font-medium', ink)}>{name}:</span> {reads.toFixed(1)} s of narration
          {still ? '' : ` in ${length.toFixed(1)} s of video`}.{text === '' ? '' : ` ${text}`}
        </span>
      </p>
    </div>
  );
}
