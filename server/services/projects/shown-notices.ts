/** The notices of a processing that name their video (`worker/sections`). */
const OF_A_VIDEO = [
  /^The subtitles of "(.*)" could not be read and were left out\.$/s,
  /^Nothing here recognises .*?, which is spoken in "(.*)": its sections follow its shots\./s,
  /^No clear speech was found in "(.*)": its sections follow its shots\.$/s,
  /^"(.*)" has no sound: its sections follow its shots\.$/s,
];

/**
 * A project's notices without those about a video of which it has no section: a draft took none, they were deleted, or
 * they were not copied. They come back with a section.
 * @param titles of the videos of its sections
 */
export function shownNotices(notices: readonly string[], titles: ReadonlySet<string>): string[] {
  return notices.filter((notice) => {
    const title = OF_A_VIDEO.map((sentence) => sentence.exec(notice)?.[1]).find(
      (found) => found !== undefined,
    );
    return title === undefined || titles.has(title);
  });
}
