import type { SectionSettings } from './sections.ts';

// Apart from the schema: the page takes these values, and a schema beside them would bring zod along.
export const DEFAULT_SETTINGS: SectionSettings = { sound: 'auto' };
export const SETTINGS = Object.keys(DEFAULT_SETTINGS) as (keyof SectionSettings)[];

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
      ([name, value]) => value !== DEFAULT_SETTINGS[name as keyof SectionSettings],
    ),
  );
}
