import { afterEach, expect, it, vi } from 'vitest';
import type { Section } from '#contract/sections.ts';

// No request is answered: the page displays the order that it would send.
vi.stubGlobal('fetch', () => new Promise(() => {}));
const { Editor } = await import('../../../client/src/features/edit/store/editor.ts');
afterEach(() => {
  vi.unstubAllGlobals();
});

// product 5.27
it('ignores a drop of, or onto, anything but a section', () => {
  const editor = new Editor('3f9f1d8e-0000-4000-8000-000000000000', 'en');
  editor.store.setState({ sections: ['a', 'b', 'c'].map((id) => ({ id, title: id }) as Section) });
  const order = () => editor.state.sections.map(({ id }) => id);
  editor.order.drop('gone', 'a');
  editor.order.drop('a', 'gone');
  expect(order()).toEqual(['a', 'b', 'c']);
  editor.order.drop('a', 'c');
  expect(order()).toEqual(['b', 'c', 'a']);
});
