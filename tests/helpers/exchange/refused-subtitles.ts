import { SUBTITLES_MAX_BYTES } from '#contract/limits.ts';

/**
 * Returns files that cannot be imported, each with its description, part of the message and more of the request.
 * @param srt five cues, of which the second and third are in the section
 */
export function refusedSubtitles(srt: string): [string, string | Uint8Array, string, object?][] {
  const late = '1\n00:10:00,000 --> 00:10:02,000\nLate\n';
  return [
    ['no subtitles', 'Dear diary', 'No subtitles were found in this file.'],
    ['random bytes', Buffer.from(Array.from({ length: 9999 }, (_, i) => (i * 7919) % 256)), 'No subtitles'],
    [
      'invalid times',
      '1\n00:0O:01,000 --> 00:00:02,000\nText\n',
      'The subtitles in this file have invalid times.',
    ],
    ['nothing', '', 'No subtitles were found in this file.'],
    ['only later ones', late + late, 'None of the 2 subtitles in this file is in a section of this video.'],
    ['a later one', late, 'The subtitle in this file is not in a section of this video.'],
    [
      'none in the section',
      srt.slice(0, srt.indexOf('2\r\n')),
      'The subtitle in this file is not in this section.',
      { scope: 'section' },
    ],
    [
      'none of several in the section',
      `${srt.slice(0, srt.indexOf('2\r\n'))}\r\n${srt.slice(srt.indexOf('4\r\n'), srt.indexOf('5\r\n'))}`,
      'None of the 2 subtitles in this file is in this section.',
      { scope: 'section' },
    ],
    ['too much', Buffer.alloc(SUBTITLES_MAX_BYTES + 1, srt), 'Subtitle files can be up to 2 MB.'],
    [
      'too many words',
      Array.from({ length: 108 }, (_, i) => {
        const clock = (ms: number) => `00:00:${(ms / 1000).toFixed(3).padStart(6, '0')}`;
        return `${clock(i * 550)} --> ${clock(i * 550 + 545)}\n${'a '.repeat(500)}\n`;
      }).join('\n'),
      'more than 50000 words',
    ],
    [
      'more subtitles than that',
      Array.from({ length: 60_000 }, () => '0:01 --> 0:02\na\n').join('\n'),
      'more than 50000 words',
    ],
    [
      'one subtitle longer than a text',
      `00:00:11,000 --> 00:00:19,000\n${'words '.repeat(3400)}\n`,
      'have more than 20000 characters',
    ],
  ];
}
