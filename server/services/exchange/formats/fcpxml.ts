import { UNDER_NARRATION_DB } from '#film/sound/loudness.ts';
import { firstFrame, frozenFrames, musicNotes, type Timeline, type TimelineMedia } from './timeline.ts';

type Attributes = Record<string, string | number | null | undefined>;

/** Final Cut Pro's own title, which every installation has. */
const TITLE_EFFECT = '.../Titles.localized/Bumper:Opener.localized/Basic Title.localized/Basic Title.moti';
/** The frame rates that `conform-rate` knows, by ffprobe's fractions. */
const RATES: Record<string, string> = {
  '24000/1001': '23.98',
  '24/1': '24',
  '25/1': '25',
  '30000/1001': '29.97',
  '30/1': '30',
  '48/1': '48',
  '50/1': '50',
  '60000/1001': '59.94',
  '60/1': '60',
};
const FORMAT_NAMES: Record<string, string> = {
  '1280x720': 'FFVideoFormat720p',
  '1920x1080': 'FFVideoFormat1080p',
  '3840x2160': 'FFVideoFormat3840x2160p',
};

/** Writes Final Cut Pro's XML 1.11. Every time is a whole number of frames of the film. */
export function toFcpxml(timeline: Timeline): string {
  const { frameRate, title, clips, media, music, width, height } = timeline;
  const time = (frames: number) => (frames === 0 ? '0s' : `${frames}/${frameRate}s`);
  const assetId = (item: TimelineMedia) => `asset-${item.reel}`;
  const formatName = FORMAT_NAMES[`${width}x${height}`];

  const resources = [
    element('format', {
      id: 'film',
      name: formatName ? `${formatName}${frameRate}` : null,
      frameDuration: `1/${frameRate}s`,
      width,
      height,
    }),
    ...(media.some(({ kind }) => kind === 'image')
      ? [element('format', { id: 'still', name: 'FFVideoFormatRateUndefined' })]
      : []),
    ...media.flatMap((item) => {
      const { reel, size, frameRate: rate } = item;
      const duration = size && rate && RATES[rate] ? durationOf(rate) : null;
      const format = `format-${reel}`;
      const sound = item.hasSound
        ? { hasAudio: 1, audioSources: 1, audioChannels: 2, audioRate: 48_000 }
        : {};
      return [
        ...(duration ? [element('format', { id: format, frameDuration: duration, ...size })] : []),
        element(
          'asset',
          {
            id: assetId(item),
            name: item.fileName,
            start:
              firstFrame(item) % frameRate === 0
                ? `${firstFrame(item) / frameRate}s`
                : time(firstFrame(item)),
            duration: time(item.frames ?? 0),
            ...(item.kind === 'audio' ? {} : { hasVideo: 1, videoSources: 1 }),
            format: item.kind === 'image' ? 'still' : duration ? format : null,
            ...sound,
          },
          [
            element('media-rep', {
              kind: 'original-media',
              src: `./media/${encodeURIComponent(item.fileName)}`,
            }),
            element('metadata', {}, [
              ...fact('com.apple.proapps.studio.reel', reel),
              ...fact('cutroom.title', item.title),
              ...fact('cutroom.channel', item.channel),
              ...fact('cutroom.license', item.license),
              ...fact('cutroom.link', item.link),
            ]),
          ],
        ),
      ];
    }),
    ...(clips.some((clip) => clip.media === null)
      ? [element('effect', { id: 'title', name: 'Basic Title', uid: TITLE_EFFECT })]
      : []),
  ];

  /** The music is attached to the first clip, whose own clock starts at `start`. */
  const musicOn = (start: number): string[] =>
    (music?.turns ?? []).map((turn, index) =>
      element(
        'asset-clip',
        {
          ref: assetId(music!.media),
          lane: -1,
          offset: time(start + turn.startFrame),
          name: music!.title,
          start: time(turn.sourceFrame),
          duration: time(turn.frames),
          audioRole: 'music',
        },
        [
          element('note', {}, [escape(`Music: ${musicNotes(music!, frameRate).join(', ')}`)]),
          element(
            'adjust-volume',
            { amount: `${music!.volumeDb.toFixed(1)}dB` },
            index === music!.turns.length - 1 && music!.fadeOutFrames > 0
              ? [
                  element('param', { name: 'amount' }, [
                    element('fadeOut', {
                      type: 'linear',
                      duration: time(Math.min(turn.frames, music!.fadeOutFrames)),
                    }),
                  ]),
                ]
              : [],
          ),
        ],
      ),
    );

  const spine = clips.map((clip, index) => {
    const { media: clipMedia } = clip;
    const frozen = frozenFrames(clip);
    const isRetimed = clip.speed !== 1 || frozen > 0;
    // A retimed clip has its own clock, which starts with its time map.
    const sourceFrame = firstFrame(clipMedia) + clip.sourceFrame;
    const start = isRetimed ? 0 : sourceFrame;
    const placed = {
      name: clip.title,
      offset: time(clip.startFrame),
      start: time(start),
      duration: time(clip.frames),
    };
    const note = clip.text === '' ? [] : [element('note', {}, [escape(clip.text)])];
    const chapter = [
      ...(index === 0 ? musicOn(start) : []),
      element('chapter-marker', { start: time(start), duration: time(1), value: clip.title }),
    ];
    if (clipMedia === null) {
      const style = `style-${index + 1}`;
      return element('title', { ref: 'title', ...placed }, [
        element('text', {}, [element('text-style', { ref: style }, [escape(clip.title)])]),
        element('text-style-def', { id: style }, [
          element('text-style', {
            font: 'Helvetica',
            fontSize: 72,
            fontColor: '1 1 1 1',
            alignment: 'center',
          }),
        ]),
        ...note,
        ...chapter,
      ]);
    }
    if (clipMedia.kind === 'image') {
      return element('video', { ref: assetId(clipMedia), ...placed }, [...note, ...chapter]);
    }
    const rate = RATES[clipMedia.frameRate ?? ''];
    const conformed = rate !== undefined && rate !== String(frameRate);
    const map = [
      [0, sourceFrame],
      [clip.movingFrames, sourceFrame + clip.movingFrames * clip.speed],
      ...(frozen > 0 ? [[clip.frames, sourceFrame + clip.movingFrames * clip.speed]] : []),
    ] as [number, number][];
    const isAudible = clip.sound === 'original' || clip.sound === 'narrated';
    return element(
      'asset-clip',
      {
        ref: assetId(clipMedia),
        ...placed,
        srcEnable: clipMedia.hasSound && !isAudible ? 'video' : null,
        tcFormat: 'NDF',
      },
      [
        ...note,
        ...(conformed ? [element('conform-rate', { scaleEnabled: 0, srcFrameRate: rate })] : []),
        ...(isRetimed
          ? [
              element(
                'timeMap',
                {},
                map.map(([at, value]) =>
                  element('timept', {
                    time: time(at),
                    value: fraction(value, frameRate),
                    interp: 'linear',
                  }),
                ),
              ),
            ]
          : []),
        ...(clip.sound === 'narrated' && clipMedia.hasSound
          ? [element('adjust-volume', { amount: `${UNDER_NARRATION_DB}dB` })]
          : []),
        ...chapter,
      ],
    );
  });

  const sequence = element(
    'sequence',
    {
      format: 'film',
      duration: time(timeline.frames),
      tcStart: '0s',
      tcFormat: 'NDF',
      audioLayout: 'stereo',
      audioRate: '48k',
    },
    [element('spine', {}, spine)],
  );
  const project = element('project', { name: title }, [sequence]);
  const body = element('fcpxml', { version: '1.11' }, [
    element('resources', {}, resources),
    element('library', {}, [element('event', { name: title }, [project])]),
  ]);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE fcpxml>\n${body}\n`;
}

/** The units of a frame in which a moment between two frames is written. */
const UNITS = 1000;

function fraction(frames: number, frameRate: number): string {
  const units = Math.round(frames * UNITS);
  if (units === 0) return '0s';
  return units % UNITS === 0 ? `${units / UNITS}/${frameRate}s` : `${units}/${frameRate * UNITS}s`;
}

/** Returns the duration of a frame, in seconds. */
function durationOf(rate: string): string {
  const [frames, seconds] = rate.split('/');
  return `${seconds}/${frames}s`;
}

const fact = (key: string, value: string | null): string[] =>
  value === null || value === '' ? [] : [element('md', { key, value })];

function escape(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/**
 * Returns an element with its attributes, without those that are `null`, and its content, which is already
 * markup.
 */
function element(name: string, attributes: Attributes, content: readonly string[] = []): string {
  const present = Object.entries(attributes)
    .filter(([, value]) => value !== null && value !== undefined)
    .map(([key, value]) => ` ${key}="${escape(String(value))}"`);
  const open = `<${name}${present.join('')}`;
  return content.length === 0 ? `${open}/>` : `${open}>${content.join('')}</${name}>`;
}
