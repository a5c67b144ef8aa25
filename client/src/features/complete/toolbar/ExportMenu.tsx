import { useState, type ReactElement } from 'react';
import { Download } from 'lucide-react';
import type { ExportFormat } from '#contract/exchange.ts';
import type { Film } from '#contract/projects.ts';
import { Spinner } from '../../../components/ui/display/Spinner.tsx';
import { downloadSound } from '../../../lib/film/download.ts';
import { EXPORT_NAMES, exportFilm } from '../../../lib/film/export-film.ts';

/** The formats except subtitles, which have their own buttons. */
const FORMATS = ['otio', 'fcpxml', 'edl', 'txt', 'csv', 'media'] as const satisfies ExportFormat[];

interface ExportMenuProps {
  projectId: string;
  /** The project's title, for the name of a file. */
  title: string;
  film: Film;
}

/** Saves the sound of a film, and the edit as files for other programs with the options of the film. */
export function ExportMenu({ projectId, title, film }: ExportMenuProps): ReactElement {
  const [saving, setSaving] = useState<ExportFormat | 'sound' | null>(null);
  const save = async (format: ExportFormat | 'sound'): Promise<void> => {
    if (saving !== null) return;
    setSaving(format);
    await (format === 'sound'
      ? downloadSound({ projectId, language: film.language }, title)
      : exportFilm(projectId, format, film));
    setSaving(null);
  };
  const item = (format: ExportFormat | 'sound', name: string): ReactElement => (
    <button
      type="button"
      aria-disabled={saving !== null || undefined}
      onClick={() => void save(format)}
      className="hover:bg-surface-2 flex min-h-9 w-full items-center justify-between gap-3 rounded-md px-2 text-left"
    >
      {name}
      {saving === format ? <Spinner /> : <Download aria-hidden size={16} className="text-muted shrink-0" />}
    </button>
  );
  return (
    <>
      {item('sound', 'Sound only (.m4a)')}
      <p className="text-muted my-2 px-2 text-xs">
        Export the current edit to other software (no video included).
      </p>
      <ul>
        {FORMATS.map((format) => (
          <li key={format}>{item(format, EXPORT_NAMES[format])}</li>
        ))}
      </ul>
    </>
  );
}
