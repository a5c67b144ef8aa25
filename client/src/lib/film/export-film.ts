import * as calls from '#contract/calls/index.ts';
import type { ExportFormat } from '#contract/exchange.ts';
import type { Film } from '#contract/projects.ts';
import { callRaw } from '../api/api.ts';
import { attempt } from '../api/attempt.ts';
import { toast } from '../toast.ts';
import { saveFile } from './download.ts';

export const EXPORT_NAMES: Record<ExportFormat, string> = {
  otio: 'OpenTimelineIO (.otio)',
  fcpxml: 'Final Cut Pro XML 1.11 (.fcpxml)',
  edl: 'EDL, CMX 3600 (.edl)',
  srt: 'SubRip (.srt)',
  vtt: 'WebVTT (.vtt)',
  txt: 'Text (.txt)',
  csv: 'Table (.csv)',
  media: 'Media list (.csv)',
};

/** The options of an exported file, in addition to the edit. */
export type ExportOptions = Pick<Film, 'language' | 'quality' | 'aspect' | 'credits'> & {
  gender: Film['gender'];
  speaker: Film['speaker'];
};

/**
 * Saves the edit as a file for another program, and reports that or the failure in a toast.
 * @param before runs first; returns `false` if it failed and has reported that
 */
export async function exportFilm(
  projectId: string,
  format: ExportFormat,
  { language, quality, aspect, credits, gender, speaker: voiceId }: ExportOptions,
  before: () => Promise<boolean> = async () => true,
): Promise<void> {
  const work = async (): Promise<void> => {
    if (!(await before())) return;
    const response = await callRaw(calls.exportFilm, {
      params: { id: projectId, format },
      query: {
        language,
        quality,
        aspect,
        credits,
        ...(gender !== null && { gender }),
        ...(voiceId !== null && { speaker: voiceId }),
      },
    });
    toast({ title: 'Exported', description: await saveFile(response) });
  };
  const fallback = `${EXPORT_NAMES[format]} could not be exported. Please try again.`;
  await attempt(work, { title: 'Export Failed', fallback });
}
