import type { FilmJoin, Reach } from '#film/transitions/transitions.ts';
import {
  firstFrame,
  frozenFrames,
  musicNotes,
  sourceEnd,
  type Timeline,
  type TimelineClip,
  type TimelineMedia,
} from './timeline.ts';

/** The folder of the media, beside the exported file. */
const FOLDER = 'media';

/**
 * Writes OpenTimelineIO's JSON. Every time is in frames of the film. A source range is as long as its clip in
 * the film.
 */
export function toOtio(timeline: Timeline): string {
  const { frameRate, title, clips } = timeline;
  const time = (value: number) => ({ OTIO_SCHEMA: 'RationalTime.1', rate: frameRate, value });
  const range = (start: number, frames: number) => ({
    OTIO_SCHEMA: 'TimeRange.1',
    start_time: time(start),
    duration: time(frames),
  });
  const item = (name: string, metadata: object = {}) => ({ name, metadata, effects: [], markers: [] });

  const externalReference = (media: TimelineMedia, frames: number) => ({
    OTIO_SCHEMA: 'ExternalReference.1',
    name: media.fileName,
    target_url: `${FOLDER}/${encodeURIComponent(media.fileName)}`,
    available_range: range(firstFrame(media), media.frames ?? frames),
    metadata: { cutroom: mediaFacts(media) },
  });
  const referenceOf = (media: TimelineMedia | null, clip: TimelineClip) =>
    media
      ? externalReference(media, clip.frames)
      : {
          OTIO_SCHEMA: 'GeneratorReference.1',
          name: clip.title,
          generator_kind: 'Title',
          parameters: { text: clip.title },
          available_range: range(0, clip.frames),
          metadata: {},
        };
  const effect = (schema: string, timeScalar: number) => ({
    OTIO_SCHEMA: schema,
    name: '',
    effect_name: schema.slice(0, schema.indexOf('.')),
    time_scalar: timeScalar,
    metadata: {},
  });
  const played = (clip: TimelineClip) => ({
    OTIO_SCHEMA: 'Clip.1',
    ...item(clip.title, { cutroom: clipFacts(clip) }),
    effects: clip.speed === 1 ? [] : [effect('LinearTimeWarp.1', clip.speed)],
    media_reference: referenceOf(clip.media, clip),
    source_range: range(firstFrame(clip.media) + clip.sourceFrame, clip.movingFrames),
  });
  const frozen = (clip: TimelineClip) => ({
    ...played(clip),
    ...item(`${clip.title} (still)`),
    effects: [effect('FreezeFrame.1', 0)],
    source_range: range(firstFrame(clip.media) + sourceEnd(clip) - 1, frozenFrames(clip)),
  });
  const gap = (frames: number) => ({
    OTIO_SCHEMA: 'Gap.1',
    ...item(''),
    source_range: range(0, frames),
  });
  const track = (name: string, kind: 'Video' | 'Audio', children: object[]) => ({
    OTIO_SCHEMA: 'Track.1',
    ...item(name),
    kind,
    source_range: null,
    children,
  });

  /**
   * Readers do not accept a transition that is longer than the clip before or after it, so the excess is left
   * out.
   */
  const crossfade = (reach: Reach, before = Infinity, after = Infinity) => ({
    OTIO_SCHEMA: 'Transition.1',
    name: 'Crossfade',
    transition_type: 'SMPTE_Dissolve',
    in_offset: time(Math.min(reach.before, before)),
    out_offset: time(Math.min(reach.after, after)),
    metadata: {},
  });
  const transition = (join: FilmJoin, before: number, after: number) => ({
    ...crossfade(join, before, after),
    ...(join.transition === 'dip' && { name: 'Dip to black', transition_type: 'Custom_Transition' }),
  });

  const picture = clips.flatMap((clip, index) => [
    played(clip),
    ...(frozenFrames(clip) > 0 ? [frozen(clip)] : []),
    ...(clip.join
      ? [transition(clip.join, frozenFrames(clip) || clip.movingFrames, clips[index + 1]!.movingFrames)]
      : []),
  ]);
  const sound = clips.flatMap((clip) => {
    const isAudible =
      clip.media && (clip.sound === 'original' || clip.sound === 'narrated') && clip.media.hasSound;
    if (!isAudible) return [gap(clip.frames)];
    return [played(clip), ...(frozenFrames(clip) > 0 ? [gap(frozenFrames(clip))] : [])];
  });
  const narrations = narrationsOf(clips, timeline.frames).map(({ clip, frames }) =>
    clip
      ? {
          OTIO_SCHEMA: 'Clip.1',
          ...item(clip.title, { cutroom: { text: clip.text, estimated: clip.estimated } }),
          media_reference: {
            OTIO_SCHEMA: 'MissingReference.1',
            name: 'Narration',
            metadata: {},
            available_range: null,
          },
          source_range: range(0, frames),
        }
      : gap(frames),
  );
  const { music } = timeline;
  const bed = (music?.turns ?? []).flatMap(({ frames, sourceFrame }, index) => [
    ...(index > 0 && music!.crossfadeFrames > 1
      ? [crossfade(halves(Math.min(music!.crossfadeFrames, 2 * frames)))]
      : []),
    {
      OTIO_SCHEMA: 'Clip.1',
      ...item(music!.title, { cutroom: { set: musicNotes(music!, frameRate) } }),
      media_reference: externalReference(music!.media, frames),
      source_range: range(sourceFrame, frames),
    },
  ]);
  const isNarrated = clips.some(({ narration }) => narration !== null);
  const tracks = [
    track('Picture', 'Video', picture),
    track('Original sound', 'Audio', sound),
    ...(isNarrated ? [track('Narration', 'Audio', narrations)] : []),
    ...(music ? [track('Music', 'Audio', bed)] : []),
  ];
  return `${JSON.stringify(
    {
      OTIO_SCHEMA: 'Timeline.1',
      name: title,
      global_start_time: time(0),
      metadata: {
        cutroom: {
          language: timeline.language,
          width: timeline.width,
          height: timeline.height,
          media: timeline.media.map(mediaFacts),
        },
      },
      tracks: { OTIO_SCHEMA: 'Stack.1', ...item('tracks'), source_range: null, children: tracks },
    },
    null,
    2,
  )}\n`;
}

const halves = (frames: number): Reach => ({ before: Math.floor(frames / 2), after: Math.ceil(frames / 2) });

/** Returns the narrations, and the pauses before, between and after them. */
function narrationsOf(clips: TimelineClip[], total: number): { clip: TimelineClip | null; frames: number }[] {
  const pieces: { clip: TimelineClip | null; frames: number }[] = [];
  let at = 0;
  const pauseUntil = (frame: number) => {
    if (frame > at) pieces.push({ clip: null, frames: frame - at });
    at = Math.max(at, frame);
  };
  for (const clip of clips) {
    if (!clip.narration) continue;
    pauseUntil(clip.narration.startFrame);
    pieces.push({ clip, frames: clip.narration.frames });
    at += clip.narration.frames;
  }
  pauseUntil(total);
  return pieces;
}

function mediaFacts({ reel, fileName, title, channel, license, link }: TimelineMedia) {
  return { reel, fileName, title, channel, license, link };
}

function clipFacts({ text, sound, estimated }: TimelineClip) {
  return { text, sound, estimated };
}
