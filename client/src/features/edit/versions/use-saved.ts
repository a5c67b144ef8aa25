import { useEffect, useState } from 'react';
import { useEditor } from '../context/editor-context.ts';

/** Whether all edits of this page are saved, since the server compares saved states. */
export function useSaved(): boolean {
  const editor = useEditor();
  const [saved, setSaved] = useState(false);
  useEffect(() => {
    void editor.saver
      .saveAll()
      .then(() => editor.settled())
      .then(() => setSaved(true));
  }, [editor]);
  return saved;
}
