import type { Language } from '#contract/primitives.ts';
import { Editor } from '../store/editor.ts';
import { wouldLose } from '../store/state.ts';

/** The editors of this page, one for each project and language, so that leaving the stage loses no draft. */
export class Editors {
  readonly #editors = new Map<string, Editor>();

  constructor() {
    // Drafts also exist while another stage is shown, so leaving the page asks first.
    window.addEventListener('beforeunload', (event) => {
      if ([...this.#editors.values()].some(({ state }) => wouldLose(state))) event.preventDefault();
    });
  }

  of(projectId: string, language: Language): Editor {
    const key = `${projectId} ${language}`;
    let editor = this.#editors.get(key);
    if (!editor) {
      editor = new Editor(projectId, language);
      this.#editors.set(key, editor);
    }
    return editor;
  }
}
