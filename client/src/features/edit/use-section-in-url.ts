import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { placeUrl, readPlace } from '../../lib/stage.ts';
import type { Editor } from './store/editor.ts';
import type { EditorState } from './store/state.ts';

/** A selection that moves on sooner is not written: browsers limit how often an address may change. */
const SETTLED_MS = 300;

/** The first section is the one that is selected without a parameter. */
const inUrl = ({ sections, selectedId }: EditorState): string =>
  selectedId === null || selectedId === sections[0]?.id ? '' : selectedId;

/** Selects the section that the URL names, and keeps the selected one there, so that a reload selects it again. */
export function useSectionInUrl(editor: Editor, section: string): void {
  const navigate = useNavigate();
  const written = useRef<string | null>(null);
  useEffect(() => {
    if (section && section !== written.current) editor.select(section);
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
    // An editor that was left with a selection.
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
