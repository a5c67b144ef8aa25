import { useState, type ReactElement } from 'react';
import { Download } from 'lucide-react';
import type { FilmOptions } from '#film/styles/film-options.ts';
import type { ExportFormat } from '#contract/exchange.ts';
import type { Language } from '#contract/primitives.ts';
import { Modal } from '../../../components/ui/dialogs/Modal.tsx';
import { Spinner } from '../../../components/ui/display/Spinner.tsx';
import { Notice } from '../../../components/ui/messages/Notice.tsx';
import { EXPORT_NAMES, exportFilm } from '../../../lib/film/export-film.ts';
import { languageName } from '../../../lib/film/film-link.ts';
import { useEditor, useEditorState } from '../context/editor-context.ts';

interface Choice {
  format: ExportFormat;
  /** The purpose of these formats. */
  text: string;
}

const GROUPS: { title: string; choices: Choice[] }[] = [
  {
    title: 'Continue in another editor',
    choices: [
      {
        format: 'otio',
        text: 'For DaVinci Resolve, Kdenlive and other editors that open OTIO. Keeps the most detail, including transitions.',
      },
      {
        format: 'fcpxml',
        text: 'For Final Cut Pro and DaVinci Resolve. Title cards become titles, transitions become cuts.',
      },
      {
        format: 'edl',
        text: 'For Premiere Pro, Avid and DaVinci Resolve. Cuts, speed and names only. Music position, no volume.',
      },
    ],
  },
  {
    title: 'Subtitles',
    choices: [
      { format: 'srt', text: 'For players, video sites and editors.' },
      { format: 'vtt', text: 'For web pages.' },
    ],
  },
  {
    title: 'Lists',
    choices: [
      { format: 'txt', text: 'The sections with their times and texts, for reading.' },
      { format: 'csv', text: 'The same, as a spreadsheet.' },
      {
        format: 'media',
        text: 'Media files referenced by the export. Save them under these names in a folder named "media" next to the exported file.',
      },
    ],
  },
];

interface ExportDialogProps {
  language: Language;
  options: FilmOptions;
  onClose: () => void;
}

/** Exports the film's cut, captions or lists as files for other programs. */
export function ExportDialog({ language, options, onClose }: ExportDialogProps): ReactElement {
  const editor = useEditor();
  const estimated = useEditorState(({ sections }) =>
    sections.some(({ effectiveEstimated }) => effectiveEstimated),
  );
  const [saving, setSaving] = useState<ExportFormat | null>(null);

  const save = async (format: ExportFormat): Promise<void> => {
    setSaving(format);
    // The server exports its saved state.
    await exportFilm(editor.state.projectId, format, { ...options, language }, () => editor.saver.saveAll());
    setSaving(null);
  };

  return (
    <Modal
      title="Export"
      lead={`Export the ${languageName(language)} edit to other software (no video included).`}
      open
      onClose={onClose}
    >
      <div className="flex flex-col gap-4 overflow-y-auto px-5 py-4">
        {estimated ? (
          <Notice>
            Some narrations are not recorded yet, so times are estimates. Generate the video first for exact
            ones.
          </Notice>
        ) : null}
        {GROUPS.map(({ title, choices }) => (
          <section key={title} aria-label={title}>
            <h3 className="text-muted mb-1 text-xs font-medium">{title}</h3>
            <ul className="divide-line border-line divide-y rounded-md border">
              {choices.map(({ format, text }) => (
                <li key={format}>
                  <button
                    type="button"
                    aria-disabled={saving !== null || undefined}
                    onClick={() => (saving === null ? void save(format) : undefined)}
                    className="hover:bg-surface-2 flex min-h-11 w-full items-center gap-3 px-3 py-2 text-left focus-visible:-outline-offset-2"
                  >
                    <span className="min-w-0 flex-1">
                      <span className="block text-sm font-medium">{EXPORT_NAMES[format]}</span>
                      <span className="text-muted block text-xs">{text}</span>
                    </span>
                    {saving === format ? <Spinner /> : <Download aria-hidden size={16} />}
                  </button>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </Modal>
  );
}
