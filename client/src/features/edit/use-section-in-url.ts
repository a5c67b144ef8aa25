import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { currentPlace, placeUrl, readPlace } from '../../lib/stage.ts';
import type { Editor } from './store/editor.ts';
import type { EditorState } from './store/state.ts';

/** The delay before a selection is written to the URL, in ms. Browsers limit how often an address may change. */
const SETTLED_MS = 300;

/** Without a parameter the first section is selected. */
const inUrl = ({ sections, selectedId }: EditorState): string =>
  selectedId === null || selectedId === sections[0]?.id ? '' : selectedId;

/** Selects the section in the URL, and writes the selected one to the URL, so that a reload restores it. */
export function useSectionInUrl(editor: Editor, section: string): void {
  const navigate = useNavigate();
  const written = useRef<string | null>(null);
  useEffect(() => {
    // A slow page renders an address that was replaced since. What was selected after that stays.
    const isReplaced = currentPlace()?.section !== section;
    if (section && !isReplaced && section !== written.current) editor.select(section);
  }, [editor, section]);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const write = (): void => {
      const place = readPlace(new URLSearchParams(window.location.search));
      const selected = inUrl(editor.state);
      const isEditor = place.stage === 'edit' || place.stage === 'generate';
      const isHere = isEditor && place.project === editor.state.projectId;
      if (!isHere || place.section === selected || editor.state.sections.length === 0) return;
      written.current = selected;
      void navigate(placeUrl({ ...place, section: selected }), { replace: true, preventScrollReset: true });
    };
    const later = (): void => {
      clearTimeout(timer);
      timer = setTimeout(write, SETTLED_MS);
    };
    // An editor of this page already has a selection.
    later();
    const stop = editor.store.subscribe((state, before) => {
      if (inUrl(state) !== inUrl(before)) later();
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [editor, navigate]);
}
