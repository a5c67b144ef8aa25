import { z } from 'zod';

/**
 * The creator's choice of sound. `auto` follows from text and language: the original sound where the film's language is
 * spoken and the text still says so, otherwise a narration.
 */
export const SOUNDS = ['auto', 'original', 'narrated', 'muted'] as const;
export const soundSchema = z.enum(SOUNDS);
export type Sound = z.infer<typeof soundSchema>;

/** The speed of a section's video in the film, 1 being its own; the pitch stays. A picture or a title has none. */
export const speedSchema = z.number().min(0.5).max(2);

/**
 * A creator's settings of a section, beside its title, text, range and media. Each is a column of the same name with
 * the default below: rows, copies, splits, exports, Undo, Reset and the calls take all of them from here. The page takes
 * the values, so this file calls only `z` itself: a method of a schema would bring zod along.
 */
export const sectionSettingsSchema = z.object({ sound: soundSchema, speed: speedSchema });
export type SectionSettings = z.infer<typeof sectionSettingsSchema>;
export const SECTION_DEFAULTS: SectionSettings = { sound: 'auto', speed: 1 };
export const SETTINGS = Object.keys(SECTION_DEFAULTS) as (keyof SectionSettings)[];

/** The settings among other fields; missing ones are omitted. */
export function settingsIn<T extends Partial<SectionSettings>>(
  from: T,
): Pick<T, keyof T & keyof SectionSettings> {
  const told = SETTINGS.filter((name) => from[name] !== undefined);
  return Object.fromEntries(told.map((name) => [name, from[name]])) as Pick<
    T,
    keyof T & keyof SectionSettings
  >;
}

/** The settings that differ from their defaults. */
export function chosenSettings(from: SectionSettings): Partial<SectionSettings> {
  return Object.fromEntries(
    Object.entries(settingsIn(from)).filter(
      ([name, value]) => value !== SECTION_DEFAULTS[name as keyof SectionSettings],
    ),
  );
}
