import { MAX_TEXT } from '#contract/limits.ts';
import { finishHearing, type HearingInput, hearingInputSchema } from '#contract/jobs/hearing.ts';
import { extractSound, transcribeMedia } from '#contract/jobs/processing.ts';
import type { JobName } from '#contract/jobs/all.ts';
import { AppError } from '../../lib/errors.ts';
import { refuseContentOver } from '../../repositories/account/holdings.ts';
import { findShownVideos } from '../../repositories/media/videos.ts';
import { lockProject, replaceNotices } from '../../repositories/projects/projects.ts';
import { recordEdit } from '../../repositories/projects/section-edits.ts';
import { writeStates } from '../../repositories/projects/section-states.ts';
import { findAllSections, originalSchema } from '../../repositories/projects/sections.ts';
import { replaceTranscript, isTooLong, rangeOfWords } from '../../hearing/replace-transcript.ts';
import { usableWords } from '#text/transcript/usable-words.ts';
import { assembleWeight } from '../weights.ts';
import { artifactOf, defineKind, projectOf } from './kind.ts';
import { planHearing } from './processing.ts';

/** Transcribes the speech of one video again, for the sections of a project that show it. */
export const hearing = defineKind<HearingInput>({
  input: hearingInputSchema,
  costsCredit: false,
  needsRoom: true,
  changesSections: true,
  keepsSteps: false,
  async plan(trx, { videoId, spoken }) {
    const [video] = await findShownVideos(trx, [videoId]);
    if (!video) throw new AppError('not_found', 'There is no such video.');
    const { durationMs, fetchKey } = video;
    const steps = planHearing({ id: videoId, durationMs, fetched: fetchKey !== null }, spoken);
    const last = {
      key: finishHearing.name,
      job: finishHearing.name,
      input: { videoId },
      dependsOn: [steps.at(-1)!.key],
      weight: assembleWeight(durationMs),
    };
    return [...steps, last];
  },
  async completed(trx, run, steps, caps) {
    const { videoId } = hearingInputSchema.parse(run.input);
    const dataOf = async (job: JobName) => (await artifactOf(trx, steps, job)).data;
    const { durationMs } = extractSound.result.parse(await dataOf(extractSound.name));
    const { words, language } = transcribeMedia.result.parse(await dataOf(transcribeMedia.name));
    const { titles, settled, notices } = finishHearing.result.parse(await dataOf(finishHearing.name));
    const transcript = { words: usableWords(words, durationMs), language };
    const projectId = projectOf(run);
    await lockProject(trx, projectId);
    const rows = (await findAllSections(trx, projectId)).filter(
      (row) => row.videoId === videoId && row.original !== null,
    );
    let stayed = 0;
    let long = 0;
    const changes = rows.map((row) => {
      const original = originalSchema.parse(row.original);
      const { startMs, endMs } = rangeOfWords(row);
      const { change, stayed: isStaying } = replaceTranscript(row, transcript, { overEdits: false });
      if (isStaying && row.deletedAt === null) stayed += 1;
      if (!isStaying && row.deletedAt === null && isTooLong(transcript.words, { startMs, endMs })) long += 1;
      // A section that was renamed or trimmed meanwhile keeps its title.
      const named = titles.find(
        (one) => one.sectionId === row.id && one.startMs === startMs && one.endMs === endMs,
      );
      if (!named || row.title !== original.title) return [row.id, change] as const;
      const { title } = named;
      return [row.id, { ...change, title, original: { ...(change.original as object), title } }] as const;
    });
    const name = languageName(language);
    await recordEdit(
      trx,
      projectId,
      { kind: 'hear', label: `Transcribe a video in ${name}` },
      () => writeStates(trx, Object.fromEntries(changes)),
      { replacesWords: rows.map(({ id }) => id) },
    );
    await replaceNotices(trx, projectId, { settled, notices });
    await refuseContentOver(trx, caps, { userId: run.userId, projectIds: [projectId] });
    const count = rows.filter((row) => row.deletedAt === null).length;
    const done = `Updated ${count} ${count === 1 ? 'section' : 'sections'} with the ${name} transcript.`;
    const rest = ` Kept ${stayed} edited ${stayed === 1 ? 'text' : 'texts'}.`;
    const early = ` ${long} ${long === 1 ? 'text ends' : 'texts end'} after ${MAX_TEXT} characters. Split long sections, then transcribe again.`;
    return {
      message: done + (stayed > 0 ? rest : '') + (long > 0 ? early : ''),
      result: { sections: count },
    };
  },
});

const languageName = (code: string) => new Intl.DisplayNames('en', { type: 'language' }).of(code)!;
