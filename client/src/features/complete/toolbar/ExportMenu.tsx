import { useState, type ReactElement } from 'react';
import { Download } from 'lucide-react';
import type { ExportFormat } from '#contract/exchange.ts';
import type { Film } from '#contract/projects.ts';
import { Spinner } from '../../../components/ui/display/Spinner.tsx';
import { EXPORT_NAMES, exportFilm } from '../../../lib/film/export-film.ts';

/** The formats except subtitles, which have their own buttons. */
const FORMATS = ['otio', 'fcpxml', 'edl', 'txt', 'csv', 'media'] as const satisfies ExportFormat[];

/** Saves the edit as files for other programs, with the options of its film. */
export function ExportMenu({ projectId, film }: { projectId: string; film: Film }): ReactElement {
  const [saving, setSaving] = useState<ExportFormat | null>(null);
  const save = async (format: ExportFormat): Promise<void> => {
    setSaving(format);
    await exportFilm(projectId, format, film);
    setSaving(null);
  };
  return (
    <>
      <p className="text-muted mb-2 px-2 text-xs">
        The edit as it is now, for other software. The files hold no video.
      </p>
      <ul>
        {FORMATS.map((format) => (
          <li key={format}>
            <button
              type="button"
              aria-disabled={saving !== null || undefined}
              onClick={() => (saving === null ? void save(format) : undefined)}
              className="hover:bg-surface-2 flex min-h-9 w-full items-center justify-between gap-3 rounded-md px-2 text-left"
            >
              {EXPORT_NAMES[format]}
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
