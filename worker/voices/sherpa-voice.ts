import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import type { Language } from '#contract/primitives.ts';
import { MODELS, type ModelId } from '#core/models/manifest.ts';
import { installedModel } from '#core/models/installed.ts';
import { readWavInfo, writeEmptyWav } from '../audio/wav.ts';
import { EngineFailedError, EngineUnavailableError, runEngine } from '../engines/run-engine.ts';
import { clampSpeed, plainText, type Speaker, type Voice } from './voice.ts';

const CHILD = fileURLToPath(import.meta.resolve('#worker/voices/sherpa-child.mjs'));
/** The version of sherpa-onnx-node, followed by the version of this engine. Increase it when the requests change. */
const RUNTIME = '1.13.8.1';
/** The pitch below which a voice is classified as male, in Hz. */
const MALE_BELOW = 165;

/** The folders of this machine. */
export interface ModelFolders {
  /** MODELS_DIR. */
  modelsDir: string;
  /** For files derived from models. The folder may be emptied at any time. */
  preparedDir: string;
}

export interface SherpaModel {
  modelId: ModelId;
  title: string;
  languages: readonly Language[];
  /** A text that each speaker speaks once, to measure the speaker's pitch. */
  sample: { text: string; language: Language };
  /** Whether sherpa needs the language of each text. */
  needsLanguage: boolean;
  /** The steps of a diffusion model. */
  steps?: number;
  /**
   * Returns sherpa's configuration of the model. Files that it needs beside the downloaded ones are in
   * `prepared`.
   * @throws Error in one sentence if files are invalid
   */
  configure(dir: string, prepared: string): Promise<object>;
}

const speakerSchema = z.object({ sid: z.int().min(0), pitchHz: z.number(), seconds: z.number() });
const surveySchema = z.array(speakerSchema).min(1);
const samplesSchema = z.object({ samples: z.number() });
const doneSchema = z.object({ done: z.literal(true) });

/** Creates a voice with sherpa-onnx; `null` if its model is not installed. */
export async function createSherpaVoice(
  model: SherpaModel,
  { modelsDir, preparedDir }: ModelFolders,
): Promise<Voice | null> {
  const installed = await installedModel(modelsDir, model.modelId);
  if (!installed) return null;
  const id = model.modelId;
  const prepared = join(preparedDir, `${id}-${installed.hash}`);
  let config: object = {};
  let speakers: Speaker[] = [];
  let sids = new Map<string, number>();
  let problem: string | null = null;
  try {
    config = await model.configure(installed.dir, prepared);
    const survey = await surveyOf(model, config, prepared);
    ({ speakers, sids } = named(model, survey));
  } catch (error) {
    problem = problemOf(model, error);
  }
  return {
    id,
    title: model.title,
    licence: MODELS[id].licence.name,
    version: `${installed.hash}.${RUNTIME}`,
    languages: model.languages,
    readsLatin: false,
    speakers,
    unavailable: async () => problem,
    async speak({ text, language, gender, speaker, speed, outFile, signal }) {
      if (problem !== null) throw new EngineUnavailableError(problem);
      const spoken = plainText(text);
      await writeEmptyWav(outFile, 22_050);
      const chosen =
        speakers.find((one) => one.id === speaker) ?? speakers.find((one) => one.gender === gender);
      if (/[\p{L}\p{N}]/u.test(spoken)) {
        const sid = sids.get((chosen ?? speakers[0]!).id)!;
        const answer = await ask(
          model,
          config,
          { speak: { text: spoken, sid, speed: clampSpeed(speed), outFile } },
          samplesSchema,
          { language, signal },
        );
        if ((answer[0]?.samples ?? 0) === 0) throw new EngineFailedError(`${model.title} produced no audio.`);
      }
      const { durationMs } = await readWavInfo(outFile);
      return { durationMs };
    },
  };
}

/** Returns the pitch of each speaker, which is measured once for a model's files. */
async function surveyOf(model: SherpaModel, config: object, prepared: string) {
  const path = join(prepared, 'speakers.json');
  try {
    return surveySchema.parse(JSON.parse(await readFile(path, 'utf8')));
  } catch {
    // Not measured yet.
  }
  const { text, language } = model.sample;
  const speakers = surveySchema.parse(
    await ask(model, config, { sample: text }, speakerSchema, { language }),
  );
  if (speakers.every(({ seconds }) => seconds === 0))
    throw new EngineFailedError(`${model.title} produced no audio.`);
  await mkdir(prepared, { recursive: true });
  const draft = `${path}.${randomUUID()}`;
  await writeFile(draft, JSON.stringify(speakers));
  await rename(draft, path);
  return speakers;
}

/** Names speakers with separate numbers for each gender, which is derived from their pitch. */
function named({ modelId, title }: SherpaModel, survey: z.infer<typeof surveySchema>) {
  const sids = new Map<string, number>();
  const count = { male: 0, female: 0 };
  const speakers = survey.map(({ sid, pitchHz }): Speaker => {
    const gender = pitchHz < MALE_BELOW ? 'male' : 'female';
    count[gender] += 1;
    const id = `${modelId}-${sid}`;
    sids.set(id, sid);
    return { id, name: `${title}, ${gender} ${count[gender]}`, gender };
  });
  return { speakers, sids };
}

async function ask<T extends z.ZodType>(
  { needsLanguage, steps }: SherpaModel,
  config: object,
  request: object,
  result: T,
  { language, signal }: { language: Language; signal?: AbortSignal | undefined },
): Promise<z.output<T>[]> {
  const results: z.output<T>[] = [];
  let isDone = false;
  await runEngine({
    command: process.execPath,
    args: [CHILD],
    input: JSON.stringify({ model: config, steps, ...(needsLanguage && { lang: language }), ...request }),
    signal,
    onLine(line) {
      let message: unknown;
      try {
        message = JSON.parse(line);
      } catch {
        return; // sherpa's own remarks.
      }
      const parsed = result.safeParse(message);
      if (parsed.success) results.push(parsed.data);
      isDone ||= doneSchema.safeParse(message).success;
    },
  });
  // sherpa ends a process by itself if a model is invalid.
  if (!isDone) throw new EngineFailedError('sherpa-onnx ended without a result.');
  return results;
}

function problemOf({ title, modelId }: SherpaModel, error: unknown): string {
  const detail = error instanceof EngineFailedError ? (error.detail ?? '') : '';
  if (/ERR_MODULE_NOT_FOUND|Could not find sherpa-onnx-node|Cannot find (?:package|module)/.test(detail)) {
    return 'sherpa-onnx is not installed: run npm ci without leaving out optional packages.';
  }
  return `The voice ${title} does not load: get its model again (npm run models -- get ${modelId}).`;
}
