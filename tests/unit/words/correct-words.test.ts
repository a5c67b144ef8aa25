import { expect, it } from 'vitest';
import type { Project } from '#contract/projects.ts';
import { SECTION_DEFAULTS } from '#contract/section-settings.ts';
import type { Section, Word } from '#contract/sections.ts';
import { Editor } from '../../../client/src/features/edit/store/editor.ts';
import { takeProject } from '../../../client/src/features/edit/store/state.ts';
import { keys } from '../../../client/src/lib/api/queries.ts';
import { useToasts } from '../../../client/src/lib/toast.ts';
import { queryClient } from '../../../client/src/lib/api/query-client.ts';

const WORDS: Word[] = ['um', 'uh'].map((text, at) => ({ text, start: at, end: at + 0.5, confidence: 1 }));

/** What is to be saved of a section of two words whose text becomes others, one after the other. */
function corrected(texts: string[], facts: Partial<Section> = {}) {
  // Nothing is sent: what is to be saved stays there to be read.
  queryClient.setQueryData(keys.user, { settings: { autoSave: false } } as never);
  const editor = new Editor('project', 'en');
  const section = {
    ...SECTION_DEFAULTS,
    id: 'a',
    transcription: 'um uh',
    media: 'video',
    narrated: false,
    preview: null,
    ...facts,
  } as Section;
  takeProject(editor.store, { sections: [section], preparations: [] } as unknown as Project, 'here');
  for (const text of texts) editor.words.correct(editor.state.sections[0]!, WORDS, text);
  return editor.state.drafts['a'];
}

it('keeps whoever is heard, by the same edit, once a corrected text would be narrated, and says so', () => {
  // Another file's test may have left one: files share what they load.
  useToasts.setState({ current: null });
  const told = () => useToasts.getState().current?.title;
  expect(corrected(['Hello uh'])).toEqual({ transcription: 'Hello uh' });
  expect(told()).toBeUndefined();
  expect(corrected(['Hello uh', 'Hello there'])).toEqual({
    transcription: 'Hello there',
    sound: 'original',
  });
  expect(told()).toBe('Own Sound Kept');
});

it('leaves the sound where nothing is left to narrate, where it was chosen, and where the text is narrated', () => {
  expect(corrected([''])).toEqual({ transcription: '' });
  expect(corrected(['Hello there'], { sound: 'muted' })).toEqual({ transcription: 'Hello there' });
  expect(corrected(['Hello there'], { narrated: true })).toEqual({ transcription: 'Hello there' });
});
