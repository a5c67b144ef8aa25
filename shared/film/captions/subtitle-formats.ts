import type { Cue } from './cues.ts';

/** Formats hh:mm:ss and milliseconds after the given separator. */
function clock(ms: number, mark: ',' | '.'): string {
  const pad = (value: number, length = 2) => String(Math.floor(value)).padStart(length, '0');
  return `${pad(ms / 3_600_000)}:${pad((ms / 60_000) % 60)}:${pad((ms / 1000) % 60)}${mark}${pad(ms % 1000, 3)}`;
}

/** Writes a WebVTT file with its speakers as voices. `notes` are lines that no player shows. */
export function toVtt(cues: readonly Cue[], notes: readonly string[] = []): string {
  const escape = (text: string) =>
    text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  const voice = (speaker?: string) => (speaker === undefined ? '' : `<v ${escape(speaker)}>`);
  // A note must not contain an arrow, which would be parsed as times.
  const note = notes.length > 0 ? [`NOTE\n${notes.join('\n').replaceAll('-->', '→')}\n`] : [];
  const blocks = cues.map(
    ({ startMs, endMs, lines, speaker }) =>
      `${clock(startMs, '.')} --> ${clock(endMs, '.')}\n${voice(speaker)}${lines.map(escape).join('\n')}\n`,
  );
  return ['WEBVTT\n', ...note, ...blocks].join('\n');
}

/** Writes a SubRip file. */
export function toSrt(cues: readonly Cue[]): string {
  const blocks = cues.map(
    ({ startMs, endMs, lines }, index) =>
      // An arrow in a text would be parsed as another cue's times.
      `${index + 1}\n${clock(startMs, ',')} --> ${clock(endMs, ',')}\n${lines.join('\n').replaceAll('-->', '→')}\n`,
  );
  return blocks.join('\n');
}
