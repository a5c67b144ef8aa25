import { randomUUID } from 'node:crypto';
import { appendFile, mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { copyPrivately } from '#core/files/private-files.ts';

/** The used fields of a Piper voice's description. */
const configSchema = z.object({
  audio: z.object({ sample_rate: z.int().positive() }),
  espeak: z.object({ voice: z.string() }),
  num_speakers: z.int().positive(),
  phoneme_id_map: z.record(z.string(), z.array(z.int()).min(1)),
});

/**
 * Prepares a Piper voice for sherpa-onnx: the model with the description as its metadata, and the list of its
 * phonemes. The files are written once, beside each other in `prepared`.
 * @throws Error if the description is not one of Piper
 */
export async function preparePiper({
  model,
  config,
  prepared,
}: {
  model: string;
  config: string;
  prepared: string;
}): Promise<{ model: string; tokens: string }> {
  const files = { model: join(prepared, 'model.onnx'), tokens: join(prepared, 'tokens.txt') };
  if (await areThere(Object.values(files))) return files;
  const described = configSchema.parse(JSON.parse(await readFile(config, 'utf8')));
  await mkdir(prepared, { recursive: true });
  await intoPlace(files.model, async (draft) => {
    await copyPrivately(model, draft);
    await appendFile(draft, metadataOf(described));
  });
  await intoPlace(files.tokens, (draft) => writeFile(draft, tokensOf(described)));
  return files;
}

/** Returns one phoneme per line. sherpa-onnx does not support phonemes of several characters. */
function tokensOf({ phoneme_id_map: ids }: z.infer<typeof configSchema>): string {
  return Object.entries(ids)
    .filter(([phoneme]) => Array.from(phoneme).length === 1 && !/[\n\r]/.test(phoneme))
    .map(([phoneme, [id]]) => `${phoneme} ${id}\n`)
    .join('');
}

/** A protobuf message can be extended at its end: entries of `metadata_props`, field 14 of an ONNX model. */
function metadataOf({ audio, espeak, num_speakers }: z.infer<typeof configSchema>): Buffer {
  const facts = {
    comment: 'piper',
    language: espeak.voice,
    voice: espeak.voice,
    has_espeak: '1',
    n_speakers: String(num_speakers),
    sample_rate: String(audio.sample_rate),
  };
  return Buffer.concat(
    Object.entries(facts).map(([key, value]) => field(14, Buffer.concat([field(1, key), field(2, value)]))),
  );
}

/** Returns a field with a length below 128 bytes. */
function field(number: number, content: string | Buffer): Buffer {
  const bytes = Buffer.from(content as string);
  return Buffer.concat([Buffer.from([number * 8 + 2, bytes.length]), bytes]);
}

async function intoPlace(path: string, write: (draft: string) => Promise<void>): Promise<void> {
  const draft = `${path}.${randomUUID()}`;
  await write(draft);
  await rename(draft, path);
}

async function areThere(paths: string[]): Promise<boolean> {
  const stats = await Promise.all(paths.map((path) => stat(path).catch(() => null)));
  return stats.every((file) => file?.isFile() && file.size > 0);
}
