import { createContext, useContext } from 'react';
import { useStore } from 'zustand';
import type { Section } from '#contract/sections.ts';
import type { Editor } from '../store/editor.ts';
import { selectedSection, type EditorState } from '../store/state.ts';

export const EditorContext = createContext<Editor | null>(null);

export function useEditor(): Editor {
  const editor = useContext(EditorContext);
  if (!editor) throw new Error('The editor is used outside its stage.');
  return editor;
}

export function useEditorState<T>(select: (state: EditorState) => T): T {
  return useStore(useEditor().store, select);
}

export function useSelectedSection(): Section | null {
  return useEditorState(selectedSection) ?? null;
}
