import { type ReactElement } from 'react';
import type { Section } from '#contract/sections.ts';
import { CancelRun } from '../../../components/run/CancelRun.tsx';
import { Button } from '../../../components/ui/controls/Button.tsx';
import { Notice } from '../../../components/ui/messages/Notice.tsx';
import { plural } from '../../../lib/format.ts';
import { useRecordAll } from './use-record-all.ts';

/** Says which sections play without their narration, and records it. */
export function UnrecordedNotice({ sections }: { sections: Section[] }): ReactElement | null {
  const { run, place, total, record, asking } = useRecordAll(sections);
  if (sections.length === 0 && total === 0) return null;
  if (total > 0) {
    const percent = run?.status === 'running' ? ` ${Math.floor(run.percentage)}%` : '';
    return (
      <Notice action={run ? <CancelRun run={run} size="sm" /> : null}>
        <span className="tabular-nums">
          Recording narration {place} of {total}...{percent}
        </span>
      </Notice>
    );
  }
  const [first] = sections;
  const which =
    sections.length === 1 ? `"${first!.title}" plays its` : `${sections.length} sections play their`;
  return (
    <Notice
      action={
        <Button size="sm" inactive={asking} onClick={() => void record()}>
          Record {plural(sections.length, 'narration')}
        </Button>
      }
    >
      {which} own sound here: the {sections.length === 1 ? 'narration is' : 'narrations are'} not recorded
      yet.
    </Notice>
  );
}
