import { finishHearing } from '#contract/jobs/hearing.ts';
import { transcribeMedia } from '#contract/jobs/processing.ts';
import { wordsWithin } from '#text/transcript/spoken-text.ts';
import { artifactKey } from '#core/lib/artifact-key.ts';
import { StepError } from '#core/lib/errors.ts';
import { getVideo } from '#core/repositories/media/videos.ts';
import { findOwnProject } from '#core/repositories/projects/projects.ts';
import { findAllSections, originalSchema } from '#core/repositories/projects/sections.ts';
import { rangeOfWords, textWithin } from '#core/hearing/replace-transcript.ts';
import { usableWords } from '#text/transcript/usable-words.ts';
import {
  isAboutRough,
  isAboutMissingSpeech,
  notRecognised,
  ROUGH,
  WHERE_MODELS_ARE,
} from '#text/messages/notices.ts';
import { unsurePlaces } from '../sections/plan-sections.ts';
import type { Handler } from './handler.ts';
import { SUBTITLES } from './transcribe-media.ts';

/**
 * Titles the sections of a video from its new transcript. The run's end updates their words, texts and
 * titles.
 */
export const handleFinishHearing: Handler<'finish-hearing'> = async (context) => {
  const { backend, engines, run, input, dependencies, signal, log } = context;
  const { artifacts, db } = backend;
  const { videoId } = input;
  const video = await getVideo(db, videoId);
  const project = await findOwnProject(db, run.projectId!, run.userId);
  if (!project) throw new StepError('gone', 'The project no longer exists.');
  const transcript = await artifacts.find(transcribeMedia, Object.values(dependencies)[0] ?? '');
  if (!transcript)
    throw new StepError('gone', `The transcript of "${video.title}" is gone. Please try again.`);
  const { unheardLanguage, rough, engine } = transcript.data;
  const nothingChanged = 'Nothing was changed.';
  if (unheardLanguage !== null) {
    const where = `See ${WHERE_MODELS_ARE}.`;
    throw new StepError('unheard', `${notRecognised(unheardLanguage)}. ${where} ${nothingChanged}`);
  }
  // Times were validated when the sections were created. Here they only select words.
  const words = usableWords(transcript.data.words, Infinity);
  if (words.length === 0) {
    throw new StepError(
      'no_speech',
      `We didn’t find any clear speech in "${video.title}". ${nothingChanged}`,
    );
  }
  const analysed = (await findAllSections(db, project.id)).filter((row) => row.original !== null);
  const rows = analysed
    .filter((row) => row.videoId === videoId)
    .map((row) => ({ row, range: rangeOfWords(row) }))
    .sort((a, b) => a.range.startMs - b.range.startMs);
  const named = rows.flatMap(({ row, range }, place) =>
    row.title === originalSchema.parse(row.original).title ? [{ id: row.id, range, part: place + 1 }] : [],
  );
  const isWhole = analysed.every((row) => row.videoId === videoId);
  const before = project.notices as string[];
  const settled = before.filter(
    (notice) => isAboutMissingSpeech(notice, video.title) || (isWhole && isAboutRough(notice)),
  );
  const notices = rough ? [ROUGH] : [];
  const { id, version } = engines.titles;
  const parts = named.flatMap((one) => [one.id, one.range.startMs, one.range.endMs, one.part]);
  const key = artifactKey(finishHearing, [
    id,
    version,
    video.title,
    transcript.key,
    settled.join('\n'),
    ...parts,
  ]);
  return artifacts.build(finishHearing, key, run.userId, async () => {
    const subjects = named.map(({ range, part }) => ({
      text: rough ? '' : textWithin(words, range),
      unsure: unsurePlaces(wordsWithin(words, range)),
      carried: engine === SUBTITLES,
      videoTitle: video.title,
      part,
      parts: rows.length,
    }));
    const titles = await engines.titles.write(subjects, { signal, log });
    const data = named.map(({ id: sectionId, range }, i) => ({ sectionId, ...range, title: titles[i]! }));
    return { data: { titles: data, settled, notices }, files: [] };
  });
};
