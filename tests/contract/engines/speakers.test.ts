import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { chooseSpeakerEmbedder } from '../../../worker/speakers/speaker-embedder.ts';
import { groupVoices } from '../../../worker/speakers/group-voices.ts';
import { installMade } from '../../helpers/models/install.ts';
import { TWO_VOICES, writeSpeakerModel } from '../../helpers/models/speakers.ts';
import { lavfiWav, tempFolder } from '../../helpers/media/speech.ts';
import { itInFullTier } from '../../helpers/tier.ts';

const temp = await tempFolder();
afterAll(() => temp.remove());
const modelsDir = join(temp.folder, 'models');
await installMade(modelsDir, 'campplus', writeSpeakerModel);
const wavPath = await lavfiWav(TWO_VOICES, join(temp.folder, 'voices.wav'));
const { speakers, problem } = await chooseSpeakerEmbedder(modelsDir);

/** A word in each second of the sound, and beyond its end. */
const seconds = Array.from({ length: 22 }, (_, i) => ({ startMs: i * 1000, endMs: i * 1000 + 900 }));

describe('model that distinguishes speakers', () => {
  // product 11.22
  itInFullTier('is loaded, and returns one vector for each span, similar for the same voice', async () => {
    expect(problem).toBeNull();
    const progress: number[] = [];
    const onProgress = (part: number) => void progress.push(part);
    const embeddings = await speakers!.embed({ wavPath, stretches: seconds, onProgress });
    expect(embeddings.map((one) => one?.length ?? null)).toEqual([...Array(20).fill(2), null, null]);
    const pieces = embeddings.flatMap((embedding) => (embedding ? [{ embedding, ms: 900 }] : []));
    expect(groupVoices(pieces)).toEqual([...Array(10).fill(0), ...Array(10).fill(1)]);
    expect(progress.at(-1)).toBe(1);
    expect(progress).toEqual(progress.toSorted((a, b) => a - b));
    expect(await speakers!.embed({ wavPath, stretches: [] })).toEqual([]);
  });

  it('stops immediately when aborted, and refuses files without audio', async () => {
    const signal = AbortSignal.abort(new Error('cancelled by the test'));
    await expect(speakers!.embed({ wavPath, stretches: seconds, signal })).rejects.toThrow(
      'cancelled by the test',
    );
    const path = join(temp.folder, 'text.wav');
    await writeFile(path, 'this is not a sound, whatever its name says');
    await expect(speakers!.embed({ wavPath: path, stretches: seconds })).rejects.toThrow(/./);
  });

  it('is distinguished from another model by the version of its engine', async () => {
    expect(speakers!.version).toMatch(/^[\w.-]+$/);
    const other = join(temp.folder, 'other');
    await installMade(other, 'campplus', (dir) => writeSpeakerModel(dir, { output: 'embedding' }));
    const changed = await chooseSpeakerEmbedder(other);
    expect(changed.problem).toBeNull();
    expect(changed.speakers!.version).not.toBe(speakers!.version);
  });

  itInFullTier('is not used if it is missing or cannot be loaded, which is reported', async () => {
    const none = join(temp.folder, 'none');
    expect(await chooseSpeakerEmbedder(none)).toEqual({ speakers: null, problem: null });
    const broken = join(temp.folder, 'broken');
    await installMade(broken, 'campplus', (dir) => writeSpeakerModel(dir, { described: false }));
    expect(await chooseSpeakerEmbedder(broken)).toEqual({
      speakers: null,
      problem: expect.stringMatching(/^The model campplus cannot be loaded.*\.$/),
    });
  });
});
