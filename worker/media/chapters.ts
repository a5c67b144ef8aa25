export interface Chapter {
  title: string;
  frames: number;
}

/** Returns a film's title, language and chapters as ffmpeg metadata. Chapter times are whole frames. */
export function filmMetadata(film: { title: string; frameRate: number; chapters: Chapter[] }): string {
  const lines = [';FFMETADATA1', `title=${escapeMetadata(film.title)}`];
  let start = 0;
  for (const chapter of film.chapters) {
    const end = start + chapter.frames;
    lines.push('[CHAPTER]', `TIMEBASE=1/${film.frameRate}`, `START=${start}`, `END=${end}`);
    lines.push(`title=${escapeMetadata(chapter.title)}`);
    start = end;
  }
  return `${lines.join('\n')}\n`;
}

/**
 * Escapes any text to one line: `=`, `;`, `#` and `\` are escaped, line breaks and control characters become
 * spaces.
 */
export function escapeMetadata(text: string): string {
  // A line break in a title would start another key.
  const line = text.replace(/\p{Cc}+/gu, ' ').trim();
  const escaped = line.replace(/[=;#\\]/g, '\\$&');
  // ffmpeg continues a line after any backslash, even an escaped one, but ends it at a zero byte.
  return escaped.endsWith('\\') ? `${escaped}\0` : escaped;
}
