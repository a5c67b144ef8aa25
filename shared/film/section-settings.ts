import {
  type Localized,
  type SectionSettings,
  SETTINGS,
  SECTION_DEFAULTS,
} from '#contract/section-settings.ts';

const titlesOnly = (localized: Localized): Localized =>
  Object.fromEntries(
    Object.entries(localized).flatMap(([code, { title }]) => (title ? [[code, { title }]] : [])),
  );

/**
 * Returns the settings of the two parts of a split section. A setting of one edge stays with the part that
 * has this edge.
 */
export function settingsOfParts(whole: SectionSettings): { first: SectionSettings; second: SectionSettings } {
  const settings = settingsIn(whole);
  return {
    first: { ...settings, fadeOut: 0, transition: 'cut' },
    second: {
      ...settings,
      fadeIn: 0,
      lowerName: '',
      lowerDetail: '',
      localized: titlesOnly(settings.localized),
    },
  };
}

/** Picks the settings from other fields. Missing ones are omitted. */
export function settingsIn<T extends Partial<SectionSettings>>(
  from: T,
): Pick<T, keyof T & keyof SectionSettings> {
  const present = SETTINGS.filter((name) => from[name] !== undefined);
  return Object.fromEntries(present.map((name) => [name, from[name]])) as Pick<
    T,
    keyof T & keyof SectionSettings
  >;
}

/** Whether two values of a setting are equal. */
export const isSameSetting = (a: unknown, b: unknown): boolean => {
  if (a === b || typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return a === b;
  // Postgres reorders the keys of an object.
  const names = Object.keys({ ...a, ...b }) as never[];
  return names.every((name) => isSameSetting(a[name], b[name]));
};

/** Returns the settings that differ from their defaults. */
export function chosenSettings(from: SectionSettings): Partial<SectionSettings> {
  return Object.fromEntries(
    Object.entries(settingsIn(from)).filter(
      ([name, value]) => !isSameSetting(value, SECTION_DEFAULTS[name as keyof SectionSettings]),
    ),
  );
}
