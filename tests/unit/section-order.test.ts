import { afterEach, expect, it, vi } from 'vitest';
import type { Section } from '#contract/sections.ts';

// The editor's store listens for the page being left.
vi.stubGlobal('window', new EventTarget());
// Nothing is answered: what the page shows is the order that it would send.
vi.stubGlobal('fetch', () => new Promise(() => {}));
const { editorOf } = await import('../../client/src/features/edit/store/editor-store.ts');
const { dropSection } = await import('../../client/src/features/edit/store/section-order.ts');
afterEach(() => {
  vi.unstubAllGlobals();
});

it('ignores a drop of, or onto, what is no section', () => {
  const editor = editorOf('3f9f1d8e-0000-4000-8000-000000000000', 'en');
  editor.setState({ sections: ['a', 'b', 'c'].map((id) => ({ id, title: id }) as Section) });
  const order = () => editor.getState().sections.map(({ id }) => id);
  dropSection(editor, 'gone', 'a');
  dropSection(editor, 'a', 'gone');
  expect(order()).toEqual(['a', 'b', 'c']);
  dropSection(editor, 'a', 'c');
  expect(order()).toEqual(['b', 'c', 'a']);
});
