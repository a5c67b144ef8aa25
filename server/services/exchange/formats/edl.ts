import { EDL_MAX_EVENTS } from '#contract/exchange.ts';
import { AppError } from '#core/lib/errors.ts';
import {
  frozenFrames,
  musicNotes,
  sourceEnd,
  timecode,
  type Timeline,
  type TimelineClip,
  type TimelineMusic,
} from './timeline.ts';

/** Timecode starts again at midnight. */
const DAY_SECONDS = 24 * 3600;
/** The reel name of black video. */
const BLACK = 'BL';

/** One line of events, from a range of its reel to a range of the film. */
interface Event {
  reel: string;
  /** V: video; B: video and audio; A2: the second audio track. */
  tracks: 'V' | 'B' | 'A2';
  source: [number, number];
  film: [number, number];
  /** Its speed if it differs from its own; 0 is a still. */
  speed: number | null;
  comments: string[];
}

/**
 * Writes an edit decision list for CMX 3600. Music is on the second audio track. Its volume, fades and
 * ducking can only be comments. The film's rate is a whole number of frames per second, so its timecode is
 * never drop-frame.
 * @throws AppError `unprocessable` with more events than such a list can number
 */
export function toEdl({ title, frameRate, clips, media, music }: Timeline): string {
  const events = [...clips.flatMap(eventsOf), ...(music ? musicEvents(music, frameRate) : [])];
  if (events.length > EDL_MAX_EVENTS) {
    throw new AppError(
      'unprocessable',
      `An EDL holds at most ${EDL_MAX_EVENTS} events, and this film has ${events.length}. Choose another format.`,
    );
  }
  const lines = [`TITLE: ${title}`, 'FCM: NON-DROP FRAME', ''];
  for (const [index, { reel, tracks, source, film, speed, comments }] of events.entries()) {
    const times = [...source, ...film].map((frame) => timecode(frame % (DAY_SECONDS * frameRate), frameRate));
    const number = String(index + 1).padStart(3, '0');
    lines.push(`${number}  ${reel.padEnd(8)} ${tracks.padEnd(5)} C        ${times.join(' ')}`);
    if (speed !== null) {
      const pace = (speed * frameRate).toFixed(1).padStart(5, '0');
      lines.push(`M2   ${reel.padEnd(8)}       ${pace}                ${times[0]}`);
    }
    lines.push(...comments.map((comment) => `* ${comment}`), '');
  }
  lines.push(
    ...media.map(({ reel, fileName, title: name, link }) =>
      [`* MEDIA ${reel}: ${fileName}`, name, link].filter(Boolean).join(' | '),
    ),
    '',
  );
  return lines.join('\r\n');
}

function eventsOf(clip: TimelineClip): Event[] {
  const { title, media, startFrame, frames, movingFrames, sourceFrame, speed, sound } = clip;
  const names = [`FROM CLIP NAME: ${title}`];
  if (media === null) {
    return [
      {
        reel: BLACK,
        tracks: 'V',
        source: [0, frames],
        film: [startFrame, startFrame + frames],
        speed: null,
        comments: [...names, `TITLE CARD: ${title}`],
      },
    ];
  }
  const isAudible = media.hasSound && (sound === 'original' || sound === 'narrated');
  const end = sourceEnd(clip);
  /** Returns a range from a frame of the file, in the file's own timecode. */
  const source = (from: number, to: number): [number, number] => {
    const { label = 0, pace = 1 } = media.timecode ?? {};
    const start = label + Math.round(from * pace);
    return [start, start + to - from];
  };
  const movesUntil = startFrame + movingFrames;
  const comments = [
    ...names,
    `SOURCE FILE: ${media.fileName}`,
    ...(sound === 'narrated' ? ['NARRATED'] : []),
  ];
  const moving: Event = {
    reel: media.reel,
    tracks: isAudible ? 'B' : 'V',
    source: source(sourceFrame, end),
    film: [startFrame, movesUntil],
    speed: speed === 1 ? null : speed,
    comments,
  };
  if (frozenFrames(clip) === 0) return [moving];
  const still: Event = {
    ...moving,
    tracks: 'V',
    source: source(end - 1, end),
    film: [movesUntil, startFrame + frames],
    speed: 0,
    comments: [...comments, 'FREEZE FRAME'],
  };
  return [moving, still];
}

function musicEvents(music: TimelineMusic, frameRate: number): Event[] {
  const { media, title, turns } = music;
  return turns.map(({ startFrame, frames, sourceFrame }) => ({
    reel: media.reel,
    tracks: 'A2',
    source: [sourceFrame, sourceFrame + frames],
    film: [startFrame, startFrame + frames],
    speed: null,
    comments: [
      `FROM CLIP NAME: ${title}`,
      `SOURCE FILE: ${media.fileName}`,
      `MUSIC: ${musicNotes(music, frameRate).join(', ')}`,
    ],
  }));
}
