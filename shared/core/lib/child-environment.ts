/**
 * The variables that a child process needs: paths of programs, files and fonts, the language, the time zone,
 * and the video hardware.
 */
export const PASSED_ON = [
  'PATH',
  'HOME',
  'LANG',
  'LC_ALL',
  'TMPDIR',
  'TZ',
  'LD_LIBRARY_PATH',
  'DYLD_LIBRARY_PATH',
  'FONTCONFIG_FILE',
  'FONTCONFIG_PATH',
  'LIBVA_DRIVER_NAME',
  'LIBVA_DRIVERS_PATH',
  'CUDA_VISIBLE_DEVICES',
] as const;

/**
 * Returns the environment for a program that handles other people's media, texts or URLs. It leaves out our
 * secrets, any proxy, and the settings of our caller.
 * @param own additional or replaced variables
 */
export function childEnvironment(own: Record<string, string | undefined> = {}): Record<string, string> {
  const all = { ...Object.fromEntries(PASSED_ON.map((name) => [name, process.env[name]])), ...own };
  return Object.fromEntries(
    Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}
