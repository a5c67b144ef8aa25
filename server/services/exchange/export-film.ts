import type { z } from 'zod';
import { EXPORT_MAX_BYTES, type ExportFormat, type exportQuerySchema } from '#contract/exchange.ts';
import type { Backend } from '#core/backend.ts';
import { AppError } from '#core/lib/errors.ts';
import type { Caller, ProjectId } from '../caller.ts';
import { ownProject } from '../ownership.ts';
import { cleanName } from './clean.ts';
import { toSrt, toVtt } from './formats/captions.ts';
import { toEdl } from './formats/edl.ts';
import { toFcpxml } from './formats/fcpxml.ts';
import { toOtio } from './formats/otio.ts';
import { toCsv, toMediaList } from './formats/table.ts';
import { toText } from './formats/text.ts';
import { readTimeline } from './read-timeline.ts';
import type { Timeline } from './formats/timeline.ts';

interface Format {
  /** The extension of the file. */
  ending: string;
  type: string;
  write(timeline: Timeline): string;
}

/** All formats, each written from the same timeline. */
export const FORMATS: Record<ExportFormat, Format> = {
  otio: { ending: '.otio', type: 'application/json', write: toOtio },
  fcpxml: { ending: '.fcpxml', type: 'application/xml', write: toFcpxml },
  edl: { ending: '.edl', type: 'text/plain', write: toEdl },
  srt: { ending: '.srt', type: 'application/x-subrip', write: toSrt },
  vtt: { ending: '.vtt', type: 'text/vtt', write: toVtt },
  txt: { ending: '.txt', type: 'text/plain', write: toText },
  csv: { ending: '.csv', type: 'text/csv', write: toCsv },
  media: { ending: ' media.csv', type: 'text/csv', write: toMediaList },
};

export interface ExportedFile {
  name: string;
  /** Including its character set. */
  type: string;
  content: Buffer;
}

/**
 * Exports a film for other programs, as it would be generated now.
 * @throws AppError `not_found`, or as `readTimeline` and `toFile`
 */
export async function exportFilm(
  backend: Backend,
  { userId }: Caller,
  { projectId }: ProjectId,
  { format, ...query }: z.output<typeof exportQuerySchema> & { format: ExportFormat },
): Promise<ExportedFile> {
  const project = await ownProject(backend.db, projectId, userId);
  return toFile(await readTimeline(backend, project, query), format);
}

/** @throws AppError `unprocessable` for a file that is too large, or that its format cannot represent */
export function toFile(timeline: Timeline, format: ExportFormat): ExportedFile {
  const { ending, type, write } = FORMATS[format];
  const content = Buffer.from(write(timeline));
  if (content.byteLength > EXPORT_MAX_BYTES) {
    const most = EXPORT_MAX_BYTES / 2 ** 20;
    throw new AppError(
      'unprocessable',
      `This file would be larger than ${most} MB. Please shorten the texts.`,
    );
  }
  return {
    name: `${cleanName(timeline.title) || 'Film'} ${timeline.language}${ending}`,
    type: `${type}; charset=utf-8`,
    content,
  };
}
