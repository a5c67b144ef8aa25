import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { wordTranslator } from './word-translator.ts';

const PAIRS = ['enhi', 'hien', 'enbn', 'bnen'] as const;
export type Pair = (typeof PAIRS)[number];

const ENGLISH_TO_HINDI: Record<string, string> = {
  ' The': ' वह',
  ' the': ' वह',
  ' river': ' नदी',
  ' bridge': ' पुल',
  ' is': ' है',
  ' old': ' पुराना',
  ' wide': ' चौड़ी',
  ' and': ' और',
  ' water': ' पानी',
  ' runs': ' बहता',
  ' under': ' नीचे',
  ' stands': ' खड़ा',
  ' here': ' यहाँ',
  ' A': ' एक',
  ' a': ' एक',
  ' text': ' पाठ',
  '.': '।',
};

const HINDI_TO_BENGALI: Record<string, string> = {
  ' वह': ' সেই',
  ' नदी': ' নদী',
  ' पुल': ' সেতু',
  ' है': ' হয়',
  ' पुराना': ' পুরানো',
  ' चौड़ी': ' চওড়া',
  ' और': ' এবং',
  ' पानी': ' জল',
  ' बहता': ' বয়ে',
  ' नीचे': ' নিচে',
  ' खड़ा': ' দাঁড়িয়ে',
  ' यहाँ': ' এখানে',
  ' एक': ' একটি',
  ' पाठ': ' পাঠ',
  '।': '।',
};

const compose = (first: Record<string, string>, second: Record<string, string>) =>
  Object.fromEntries(Object.entries(first).map(([from, to]) => [from, second[to]!]));
/** If several words have one translation, it is translated back to the first one. */
const invert = (words: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(words)
      .toReversed()
      .map(([from, to]) => [to, from]),
  );

const ENGLISH_TO_BENGALI = compose(ENGLISH_TO_HINDI, HINDI_TO_BENGALI);

/** The dictionary of the fake models, which copy everything else. */
export const WORDS: Record<Pair, Record<string, string>> = {
  enhi: ENGLISH_TO_HINDI,
  hien: invert(ENGLISH_TO_HINDI),
  enbn: ENGLISH_TO_BENGALI,
  bnen: invert(ENGLISH_TO_BENGALI),
};

/**
 * Installs fake models for these directions, as an operator installs models of their own.
 * @returns the folder of models
 */
export async function installTranslations(
  pairs: readonly Pair[] = PAIRS,
  words: Partial<typeof WORDS> = WORDS,
): Promise<string> {
  const modelsDir = await mkdtemp(join(tmpdir(), 'cutroom-models-'));
  const manifest: Record<string, object> = {};
  for (const pair of pairs) {
    const id = `bergamot-${pair}`;
    const { model, lex, vocab } = wordTranslator(words[pair] ?? {});
    const files = { [`model.${pair}.bin`]: model, [`lex.${pair}.bin`]: lex, [`vocab.${pair}.spm`]: vocab };
    await mkdir(join(modelsDir, id));
    for (const [name, bytes] of Object.entries(files)) await writeFile(join(modelsDir, id, name), bytes);
    manifest[id] = {
      title: `Made for tests: ${pair}`,
      engine: 'translation',
      languages: [pair.slice(0, 2), pair.slice(2)],
      revision: '1',
      files: Object.entries(files).map(([path, bytes]) => ({
        path,
        bytes: bytes.length,
        sha256: null,
        sources: ['http://127.0.0.1:9/none'],
      })),
      licence: { name: 'MIT', url: 'https://example.com/licence' },
    };
  }
  await writeFile(join(modelsDir, 'manifest.json'), JSON.stringify(manifest));
  return modelsDir;
}
