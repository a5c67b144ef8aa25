import { readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { Language } from '#contract/primitives.ts';
import { createBergamot } from '../../../worker/translators/bergamot.ts';
import { installTranslations, type Pair } from '../../helpers/models/install-translations.ts';

const folders: string[] = [];
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true }))));

async function install(...given: Parameters<typeof installTranslations>) {
  const folder = await installTranslations(...given);
  folders.push(folder);
  return folder;
}

async function open(...given: Parameters<typeof installTranslations>) {
  const folder = await install(...given);
  const translator = (await createBergamot(folder))!;
  const translate = async (text: string, from: string, to: Language) =>
    (await translator.translate({ texts: [text], from, to }))[0];
  return { folder, translator, translate };
}

describe('Bergamot', () => {
  // product 12.2
  it('translates between Hindi and Bengali through English, and each to and from English', async () => {
    const { translate } = await open();
    expect(await translate('The river is old and wide.', 'en', 'hi')).toBe('वह नदी है पुराना और चौड़ी।');
    expect(await translate('The river is old.', 'en', 'bn')).toBe('সেই নদী হয় পুরানো।');
    expect(await translate('वह नदी पुराना है।', 'hi', 'en')).toBe('The river old is.');
    expect(await translate('वह पुल है। वह पानी बहता है।', 'hi', 'bn')).toBe('সেই সেতু হয়। সেই জল বয়ে হয়।');
    expect(await translate('সেই সেতু পুরানো হয়।', 'bn', 'hi')).toBe('वह पुल पुराना है।');
  });

  // product 12.3
  it('reports the directions that it lacks, and never guesses', async () => {
    const { translator, translate } = await open(['enhi', 'hien', 'enbn']);
    expect(translator.directions!.toSorted()).toEqual(['en-bn', 'en-hi', 'hi-bn', 'hi-en']);
    await expect(translate('সেই নদী।', 'bn', 'hi')).rejects.toThrow(
      'The model that translates from Bengali to Hindi is not installed here.',
    );
  });

  // product 12.7
  it('includes the hash of its models in its version', async () => {
    const { folder, translator } = await open(['enhi']);
    expect((await createBergamot(folder))!.version).toBe(translator.version);
    const other = await open(['enhi'], { enhi: { ' river': ' सरिता' } });
    expect(other.translator.version).not.toBe(translator.version);
    const more = await open(['enhi', 'hien']);
    expect(more.translator.version).not.toBe(translator.version);
  });

  // product 12.4
  it.each([
    ['It was built in 1987.', { ' 1987': ' वर्ष' }, 'It was built in 1987.'],
    ['It cost 1,50,000 then.', { ' 1,50,000': ' बहुत' }, 'It cost 1,50,000 then.'],
    ['See https://example.org/a.b for more.', { '.b': ' ख' }, 'See https://example.org/a.b for more.'],
    ['Write to <b>me@example.org</b> now.', { '@': ' पर ' }, 'Write to <b>me@example.org</b> now.'],
    ['It was built in 1987.', { ' 1987': ' १९८७' }, 'It was built in १९८७.'],
  ])('preserves numbers and addresses: %s', async (text, enhi, expected) => {
    const { translate } = await open(['enhi'], { enhi });
    expect(await translate(text, 'en', 'hi')).toBe(expected);
  });

  it('does not end a sentence at an abbreviation', async () => {
    // As one sentence, it contains the full stop of the abbreviation.
    const { translate } = await open(['enhi'], { enhi: { 'Dr. Rao': 'डॉ. राव' } });
    expect(await translate('Here Dr. Rao stands. He is old.', 'en', 'hi')).toBe(
      'Here डॉ. राव stands. He is old.',
    );
  });

  // product 12.5
  it('is killed if it is aborted midway', async () => {
    const { translator } = await open(['enhi']);
    const stop = new AbortController();
    const work = translator.translate({
      texts: Array.from({ length: 400 }, (_, i) => `The river number ${i} is wide.`),
      from: 'en',
      to: 'hi',
      signal: stop.signal,
      onProgress: () => stop.abort(new Error('cancelled in the middle')),
    });
    await expect(work).rejects.toThrow('cancelled in the middle');
  });
});

describe('a broken model', () => {
  const pathOf = async (folder: string, pair: Pair, start: string) => {
    const dir = join(folder, `bergamot-${pair}`);
    return join(
      dir,
      (await readdir(dir)).find((name) => name.startsWith(start))!,
    );
  };
  const broken = (fault: string) =>
    `The model that translates from English to Hindi is broken (${fault}): remove and install it again.`;

  // product 12.6
  it.each([
    ['model.', 1000, 'its model file is cut off'],
    ['model.', 4, 'its model file is cut off'],
    ['lex.', 100, 'its shortlist is cut off'],
    ['vocab.', 3, 'its vocabulary is cut off'],
  ])('is reported if its file %s has %i bytes', async (start, bytes, fault) => {
    const { folder, translator } = await open(['enhi']);
    await truncate(await pathOf(folder, 'enhi', start), bytes);
    expect(await translator.unavailable()).toBe(broken(fault));
  });

  // product 12.6
  it.each([
    ['model.', 'its model file is of the wrong type'],
    ['lex.', 'its shortlist is of the wrong type'],
    ['vocab.', 'its vocabulary is of the wrong type'],
  ])('is reported if its file %s is an error page', async (start, fault) => {
    const { folder, translator } = await open(['enhi']);
    await writeFile(await pathOf(folder, 'enhi', start), '<!doctype html>'.repeat(100));
    expect(await translator.unavailable()).toBe(broken(fault));
  });

  // product 12.6
  it.each(['model.', 'vocab.'])(
    'fails with one message if its file %s has invalid contents',
    async (start) => {
      const { folder, translate } = await open(['enhi']);
      const path = await pathOf(folder, 'enhi', start);
      const bytes = await readFile(path);
      // The starts are checked first, so they stay as they are; the names of a model's arrays follow.
      const names = 16 + 32 * bytes.readUInt32LE(8);
      if (start === 'model.') bytes.fill('x', names, names + 300);
      else bytes.fill(0xa5, 1);
      await writeFile(path, bytes);
      await expect(translate('The river.', 'en', 'hi')).rejects.toThrow(broken('it does not work'));
    },
  );
});
