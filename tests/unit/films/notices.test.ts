import { expect, it } from 'vitest';
import {
  isAboutRough,
  isAboutMissingSpeech,
  noSound,
  noSpeech,
  noticesAbout,
  ROUGH,
  skippedCues,
  unheard,
  unreadSubtitles,
} from '#text/messages/notices.ts';

const noticesFor = (title: string) => [
  noSpeech(title),
  unheard(title, 'fr'),
  unreadSubtitles(title),
  skippedCues(title, 1),
  skippedCues(title, 20),
  noSound(title),
];

/** The same notices as earlier versions stored them. */
const aboutBefore = (title: string) => [
  `No clear speech was found in "${title}": its sections follow its shots.`,
  `Nothing here recognises French, which is spoken in "${title}": its sections follow its shots. See Settings, under "Languages on this machine".`,
  `"${title}" has no sound: its sections follow its shots.`,
];

it('are about videos that have a section, or about none', () => {
  const [bunny, bread] = [noticesFor('Big "Bunny"'), noticesFor('Bread')];
  const others = [
    ROUGH,
    'The video "Big "Bunny"" is missing.',
    'The upload "Bread" is not in the imported file.',
  ];
  const all = [...bunny, ...others, ...bread];
  expect(noticesAbout(all, new Set(['Big "Bunny"', 'Bread']))).toEqual(all);
  expect(noticesAbout(all, new Set(['Bread']))).toEqual([...others, ...bread]);
  expect(noticesAbout(all, new Set())).toEqual(others);
});

it('recognises the notices of a video in an earlier wording', () => {
  const [bunny, bread] = [aboutBefore('Big "Bunny"'), aboutBefore('Bread')];
  expect(noticesAbout([...bunny, ...bread], new Set(['Bread']))).toEqual(bread);
  for (const notice of bread.slice(0, 2)) expect(isAboutMissingSpeech(notice, 'Bread')).toBe(true);
  expect(isAboutMissingSpeech(unheard('Bread', 'fr'), 'Bread')).toBe(true);
  expect(isAboutMissingSpeech(noSpeech('Bread'), 'Big "Bunny"')).toBe(false);
});

it('recognises the notice of a basic recogniser in an earlier wording', () => {
  expect(isAboutRough(ROUGH)).toBe(true);
  expect(isAboutRough("The words were heard by this machine's simple recogniser of English.")).toBe(true);
  expect(isAboutRough(noSpeech('Bread'))).toBe(false);
});
