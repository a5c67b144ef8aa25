import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { type Language, LANGUAGES } from '#contract/primitives.ts';
import { installedModel } from '#core/models/installed.ts';
import type { ModelId } from '#core/models/manifest.ts';
import { parseJson } from '../engines/http.ts';
import { EngineFailedError, EngineUnavailableError, runEngine } from '../engines/run-engine.ts';
import { SAYS_SOMETHING, spokenSentences } from '../narration/sentences.ts';
import { checkModelFiles, filesIn, type ModelFiles } from './bergamot-files.ts';
import { translateInBatches } from './in-batches.ts';
import { joinAtMarks, preservesMarks, splitAtMarks } from './kept-marks.ts';
import type { Translator } from './translator.ts';

/** A model for one direction. */
interface Direction {
  from: Language;
  to: Language;
  files: ModelFiles;
}

const CHILD = fileURLToPath(import.meta.resolve('#worker/translators/bergamot-child.mjs'));
const DIRECTIONS = [
  ['en', 'hi', 'bergamot-enhi'],
  ['hi', 'en', 'bergamot-hien'],
  ['en', 'bn', 'bergamot-enbn'],
  ['bn', 'en', 'bergamot-bnen'],
] as const satisfies [Language, Language, ModelId][];
/** Texts between two other languages are translated through this one. */
const BETWEEN = 'en';
/** The package's version, followed by ours. */
const ENGINE_VERSION = '0.4.9.1';
/** The limits of one start of the child process. */
const LIMITS = { pieces: 500, length: 20_000 };
/** Sentences that the wasm translates together: few enough for steady progress and limited memory. */
const TOGETHER = 16;

const answerSchema = z.array(z.string());

/** Uses Firefox's translation models on this machine; `null` if none is installed. */
export async function createBergamot(modelsDir: string): Promise<Translator | null> {
  const directions: Direction[] = [];
  const hash = createHash('sha256');
  for (const [from, to, id] of DIRECTIONS) {
    const model = await installedModel(modelsDir, id);
    if (!model) continue;
    directions.push({ from, to, files: await filesIn(model.dir) });
    hash.update(`${id} ${model.hash}\n`);
  }
  if (directions.length === 0) return null;
  return {
    id: 'bergamot',
    version: `${ENGINE_VERSION}-${hash.digest('hex').slice(0, 12)}`,
    languages: LANGUAGES.map(({ code }) => code).filter((code) => directions.some(({ to }) => to === code)),
    directions: allDirections(directions),
    heedsBudgets: false,
    async unavailable() {
      for (const direction of directions) {
        const fault = await checkModelFiles(direction.files);
        if (fault !== null) return brokenModel(direction, fault);
      }
      return null;
    },
    translate: (input) =>
      translateInBatches(input, LIMITS, async (lines, onPart) => {
        const { from, to, signal } = input;
        const path = pathTo(directions, from, to);
        if (!path) {
          const names = `from ${languageName(from)} to ${languageName(to)}`;
          throw new EngineUnavailableError(`The model that translates ${names} is not installed here.`);
        }
        return translateLines(lines, path, { signal, onPart });
      }),
  };
}

function allDirections(directions: readonly Direction[]): string[] {
  const codes = LANGUAGES.map(({ code }) => code);
  return codes.flatMap((from) =>
    codes.filter((to) => to !== from && pathTo(directions, from, to)).map((to) => `${from}-${to}`),
  );
}

/** Returns the models for translating a text, in order; `null` if one is missing. */
function pathTo(directions: readonly Direction[], from: string, to: Language): Direction[] | null {
  const find = (source: string, target: string) =>
    directions.find((direction) => direction.from === source && direction.to === target);
  const direct = find(from, to);
  if (direct) return [direct];
  const [first, second] = [find(from, BETWEEN), find(BETWEEN, to)];
  return first && second ? [first, second] : null;
}

interface Work {
  signal?: AbortSignal | undefined;
  onPart?: (fraction: number) => void;
}

async function translateLines(lines: string[], path: Direction[], work: Work): Promise<string[]> {
  const sentences = lines.map((line) => spokenSentences(line, path[0]!.from));
  const translated = await keepingMarks(sentences.flat(), path, work);
  let next = 0;
  return sentences.map((list) => list.map(() => translated[next++]!).join(' '));
}

/** Sentences whose addresses, tags or numbers were lost are translated again, in the pieces around them. */
async function keepingMarks(sentences: string[], path: Direction[], work: Work): Promise<string[]> {
  const translated = await translateSentences(sentences, path, work);
  const lost = sentences.flatMap((sentence, i) => {
    const marked = splitAtMarks(sentence);
    return preservesMarks(marked, translated[i]!) ? [] : [{ i, marked }];
  });
  const pieces = lost.flatMap(({ marked }) => marked.words).filter((words) => SAYS_SOMETHING.test(words));
  // There are few, so they do not count in the progress.
  const retried = pieces.length === 0 ? [] : await translateSentences(pieces, path, { signal: work.signal });
  let next = 0;
  for (const { i, marked } of lost) {
    const words = marked.words.map((part) => (SAYS_SOMETHING.test(part) ? retried[next++]! : part));
    translated[i] = joinAtMarks(marked, words);
  }
  return translated;
}

async function translateSentences(
  sentences: string[],
  path: Direction[],
  { signal, onPart }: Work,
): Promise<string[]> {
  const batches: string[][] = [];
  for (let at = 0; at < sentences.length; at += TOGETHER) batches.push(sentences.slice(at, at + TOGETHER));
  const translated: string[] = [];
  try {
    await runEngine({
      command: process.execPath,
      args: [CHILD],
      input: JSON.stringify({ models: path.map(({ files }) => files), batches }),
      signal,
      onLine(line) {
        translated.push(...answerSchema.parse(parseJson(line)));
        onPart?.(translated.length / sentences.length);
      },
    });
  } catch (error) {
    if (!(error instanceof EngineFailedError) || translated.length > 0) throw error;
    // It ended before its first result, which it prints as soon as the models work.
    const names = path.map((direction) => brokenModel(direction, 'it does not work')).join(' ');
    throw new EngineFailedError(names, { cause: error, ...(error.detail && { detail: error.detail }) });
  }
  if (translated.length !== sentences.length) {
    throw new EngineFailedError(
      `Bergamot gave ${translated.length} translations for ${sentences.length} sentences.`,
    );
  }
  // A model returns nothing for some exclamations, which are left unchanged.
  return translated.map((text, i) => (text.trim() === '' ? sentences[i]! : text));
}

function brokenModel({ from, to }: Direction, fault: string): string {
  return `The model that translates from ${languageName(from)} to ${languageName(to)} is broken (${fault}): remove and install it again.`;
}

const languageName = (code: string) => LANGUAGES.find((language) => language.code === code)?.name ?? code;
