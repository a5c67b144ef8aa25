import { useState, type ReactElement } from 'react';
import { Download } from 'lucide-react';
import * as calls from '#contract/calls/index.ts';
import type { ExportFormat } from '#contract/exchange.ts';
import type { Film } from '#contract/projects.ts';
import { Spinner } from '../../../components/ui/display/Spinner.tsx';
import { callRaw } from '../../../lib/api/api.ts';
import { attempt } from '../../../lib/api/attempt.ts';
import { saveFile } from '../../../lib/film/download.ts';
import { toast } from '../../../lib/toast.ts';

/** The formats without those of subtitles, which have their own buttons. */
const FORMATS: [format: ExportFormat, name: string][] = [
  ['otio', 'OpenTimelineIO (.otio)'],
  ['fcpxml', 'Final Cut Pro XML 1.11 (.fcpxml)'],
  ['edl', 'EDL, CMX 3600 (.edl)'],
  ['txt', 'Text (.txt)'],
  ['csv', 'Table (.csv)'],
  ['media', 'Media list (.csv)'],
];

/** Saves the edit as files for other programs, with the options of its film. */
export function ExportMenu({ projectId, film }: { projectId: string; film: Film }): ReactElement {
  const { language, quality, aspect, gender, speaker, credits } = film;
  const [saving, setSaving] = useState<ExportFormat | null>(null);
  const save = async (format: ExportFormat, name: string): Promise<void> => {
    setSaving(format);
    const work = async (): Promise<void> => {
      const options = {
        ...(gender !== null && { gender }),
        ...(speaker !== null && { speaker }),
      };
      const query = { language, quality, aspect, credits, ...options };
      const file = await saveFile(
        await callRaw(calls.exportFilm, { params: { id: projectId, format }, query }),
      );
      toast({ title: 'Exported', description: file });
    };
    const fallback = `${name} could not be exported. Please try again.`;
    await attempt(work, { title: 'Export Failed', fallback });
    setSaving(null);
  };
  return (
    <>
      <p className="text-muted mb-2 px-2 text-xs">
        The edit as it is now, for other software. The files hold no video.
      </p>
      <ul>
        {FORMATS.map(([format, name]) => (
          <li key={format}>
            <button
              type="button"
              aria-disabled={saving !== null || undefined}
              onClick={() => (saving === null ? void save(format, name) : undefined)}
              className="hover:bg-surface-2 flex min-h-9 w-full items-center justify-between gap-3 rounded-md px-2 text-left"
            >
              {name}
              {saving === format ? (
                <Spinner />
              ) : (
                <Download aria-hidden size={16} className="text-muted shrink-0" />
              )}
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}
