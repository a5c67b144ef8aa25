import { useEffect } from 'react';
import { BrowserRouter } from 'react-router-dom';
import { expect, it } from 'vitest';
import { render } from 'vitest-browser-react';
import { Editor } from '../../../client/src/features/edit/store/editor.ts';
import { useSectionInUrl } from '../../../client/src/features/edit/use-section-in-url.ts';
import { placeUrl } from '../../../client/src/lib/stage.ts';
import { address } from '../../helpers/components/open-app.tsx';
import { makeProject, makeSection } from '../../helpers/served/project.ts';

interface Props {
  editor: Editor;
  section: string;
  /** Called after the effects of the hook. */
  onEffect: (section: string) => void;
}

function Place({ editor, section, onEffect }: Props): null {
  useSectionInUrl(editor, section);
  useEffect(() => {
    onEffect(section);
  }, [section, onEffect]);
  return null;
}

it('keeps the selected section if the address of an earlier one is rendered late', async () => {
  const sections = [0, 1, 2].map((index) => makeSection(index));
  const project = makeProject({ sections });
  const [first, second, third] = sections.map(({ id }) => id);
  const editor = new Editor(project.id, 'en');
  editor.store.setState({ sections, selectedId: first! });
  window.history.replaceState(null, '', placeUrl({ stage: 'edit', project: project.id }));
  const followed: string[] = [];
  const place = (section: string) => (
    <Place editor={editor} section={section} onEffect={(one) => void followed.push(one)} />
  );
  const view = await render(place(''), { wrapper: BrowserRouter });
  for (const id of [second!, third!]) {
    editor.select(id);
    await expect.poll(address).toContain(id);
  }
  await view.rerender(place(second!));
  await expect.poll(() => followed.at(-1)).toBe(second);
  expect(editor.state.selectedId).toBe(third);
  // A link to another section is followed.
  window.history.pushState(null, '', placeUrl({ stage: 'edit', project: project.id, section: first! }));
  await view.rerender(place(first!));
  await expect.poll(() => followed.at(-1)).toBe(first);
  expect(editor.state.selectedId).toBe(first);
});
