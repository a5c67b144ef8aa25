import { expect, it } from 'vitest';
import {
  noSound,
  noSpeech,
  noticesAbout,
  ROUGH,
  skippedCues,
  unheard,
  unreadSubtitles,
} from '#core/text/notices.ts';

const about = (title: string) => [
  noSpeech(title),
  unheard(title, 'fr'),
  unreadSubtitles(title),
  skippedCues(title, 1),
  skippedCues(title, 20),
  noSound(title),
];

it('are about the videos that have a section, or about none', () => {
  const [bunny, bread] = [about('Big "Bunny"'), about('Bread')];
  const others = [
    ROUGH,
    'The video "Big "Bunny"" is not here.',
    'The upload "Bread" is not in the imported file.',
  ];
  const all = [...bunny, ...others, ...bread];
  expect(noticesAbout(all, new Set(['Big "Bunny"', 'Bread']))).toEqual(all);
  expect(noticesAbout(all, new Set(['Bread']))).toEqual([...others, ...bread]);
  expect(noticesAbout(all, new Set())).toEqual(others);
});
