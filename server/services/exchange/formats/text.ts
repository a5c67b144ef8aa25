import { LANGUAGES } from '#contract/primitives.ts';
import { sourceEnd, timecode, type Timeline, type TimelineClip, type TimelineMedia } from './timeline.ts';

/** Returns a line such as "M001  river.mp4: "The river" by Nature Channel, CC BY 3.0, https://..." */
export function mediaLine({ reel, fileName, title, channel, license, link }: TimelineMedia): string {
  const facts = [`"${title}"${channel ? ` by ${channel}` : ''}`, license, link];
  return `${reel}  ${fileName}: ${facts.filter(Boolean).join(', ')}`;
}

/** Writes the sections and their texts for reading. */
export function toText({ title, language, frameRate, frames, clips, media }: Timeline): string {
  const clock = (frame: number) => timecode(frame, frameRate);
  const named = LANGUAGES.find(({ code }) => code === language)!.name;
  const blocks = clips.map((clip, index) => {
    const { startFrame, sourceFrame, speed, media: clipMedia } = clip;
    const source = clipMedia
      ? clipMedia.kind === 'image'
        ? `${clipMedia.reel}  ${clipMedia.fileName}`
        : `${clipMedia.reel}  ${clipMedia.fileName}  ${clock(sourceFrame)} - ${clock(sourceEnd(clip))}${speed === 1 ? '' : `  ${speedText(speed)}`}`
      : 'Title card';
    return [
      `${index + 1}. ${clip.title}`,
      `${clock(startFrame)} - ${clock(startFrame + clip.frames)}${clip.estimated ? '  estimated' : ''}`,
      source,
      ...transcriptLines(clip),
      '',
    ].join('\n');
  });
  return [
    title,
    `${named}, ${clock(frames)} at ${frameRate} frames a second`,
    '',
    ...blocks,
    ...(media.length > 0 ? ['Media', ...media.map(mediaLine), ''] : []),
  ].join('\n');
}

/** Returns a line for each turn of a speaker, "Ann: Who is there?", or the text. */
function transcriptLines({ text, turns }: TimelineClip): string[] {
  if (turns.length > 0) return turns.map((turn) => [turn.speaker, turn.text].filter(Boolean).join(': '));
  return text === '' ? [] : [text];
}

/** Formats a speed such as "1.25x", with at most three decimals. */
export const speedText = (speed: number): string => `${Number(speed.toFixed(3))}x`;
