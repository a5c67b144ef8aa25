import { z } from 'zod';

/** The classes of OpenTimelineIO's format that a reader knows, with the fields in its documentation. */
const time = z.strictObject({
  OTIO_SCHEMA: z.literal('RationalTime.1'),
  rate: z.literal(30),
  value: z.int(),
});
const range = z.strictObject({
  OTIO_SCHEMA: z.literal('TimeRange.1'),
  start_time: time,
  duration: time,
});
const named = { name: z.string(), metadata: z.record(z.string(), z.unknown()) };
const effect = z.strictObject({
  OTIO_SCHEMA: z.enum(['LinearTimeWarp.1', 'FreezeFrame.1']),
  ...named,
  effect_name: z.string(),
  time_scalar: z.number(),
});
const item = { ...named, effects: effect.array(), markers: z.tuple([]) };
const reference = z.discriminatedUnion('OTIO_SCHEMA', [
  z.strictObject({
    OTIO_SCHEMA: z.literal('ExternalReference.1'),
    ...named,
    target_url: z.string(),
    available_range: range,
  }),
  z.strictObject({
    OTIO_SCHEMA: z.literal('GeneratorReference.1'),
    ...named,
    generator_kind: z.string(),
    parameters: z.record(z.string(), z.unknown()),
    available_range: range,
  }),
  z.strictObject({ OTIO_SCHEMA: z.literal('MissingReference.1'), ...named, available_range: z.null() }),
]);
const child = z.discriminatedUnion('OTIO_SCHEMA', [
  z.strictObject({
    OTIO_SCHEMA: z.literal('Clip.1'),
    ...item,
    media_reference: reference,
    source_range: range,
  }),
  z.strictObject({ OTIO_SCHEMA: z.literal('Gap.1'), ...item, source_range: range }),
]);
const track = z.strictObject({
  OTIO_SCHEMA: z.literal('Track.1'),
  ...item,
  kind: z.enum(['Video', 'Audio']),
  source_range: z.null(),
  children: child.array(),
});
const stack = z.strictObject({
  OTIO_SCHEMA: z.literal('Stack.1'),
  ...item,
  source_range: z.null(),
  children: track.array(),
});
export const otioSchema = z.strictObject({
  OTIO_SCHEMA: z.literal('Timeline.1'),
  ...named,
  global_start_time: time,
  tracks: stack,
});

/** A transition, which is between two children of a track. */
export const otioTransitionSchema = z.strictObject({
  OTIO_SCHEMA: z.literal('Transition.1'),
  ...named,
  transition_type: z.enum(['SMPTE_Dissolve', 'Custom_Transition']),
  in_offset: time,
  out_offset: time,
});
