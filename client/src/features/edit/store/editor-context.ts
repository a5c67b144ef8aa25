import { createContext, useContext } from 'react';
import { useStore } from 'zustand';
import type { Section } from '#contract/sections.ts';
import type { Editor, EditorState } from './editor-store.ts';

export const EditorContext = createContext<Editor | null>(null);

export function useEditor(): Editor {
  const editor = useContext(EditorContext);
  if (!editor) throw new Error('The editor is used outside its stage.');
  return editor;
}

export function useEditorState<T>(select: (state: EditorState) => T): T {
  return useStore(useEditor(), select);
}

export function useSelectedSection(): Section | null {
  return useEditorState((state) => state.sections.find(({ id }) => id === state.selectedId) ?? null);
}

/** How far a section's own media are prepared, in percent; null when there is nothing to wait for. */
export function usePreparingOf(section: Section): number | null {
  const waits = section.media !== 'none' && section.preview === null;
  return useEditorState((state) => (waits ? state.preparing : null));
}
