import { expect, it } from 'vitest';
import { shownNotices } from '../../../server/services/projects/shown-notices.ts';
import { noSpeech, ROUGH, unheard } from '../../../worker/sections/notices.ts';

const about = (title: string) => [
  noSpeech(title),
  unheard(title, 'fr'),
  `The subtitles of "${title}" could not be read and were left out.`,
  `"${title}" has no sound: its sections follow its shots.`,
];

it('shows what is said of a video while the project has a section of it', () => {
  const [bunny, bread] = [about('Big "Bunny"'), about('Bread')];
  const others = [
    ROUGH,
    'The video "Big "Bunny"" is not here.',
    'The upload "Bread" is not in the imported file.',
  ];
  const all = [...bunny, ...others, ...bread];
  expect(shownNotices(all, new Set(['Big "Bunny"', 'Bread']))).toEqual(all);
  expect(shownNotices(all, new Set(['Bread']))).toEqual([...others, ...bread]);
  expect(shownNotices(all, new Set())).toEqual(others);
});
