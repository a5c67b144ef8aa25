import { useEffect, useRef, useState } from 'react';
import type { Upload, UploadState } from '../../lib/upload.ts';

const load = () => import('../../lib/upload.ts');

export interface DialogUpload {
  state: UploadState;
  choose: (files: File[]) => void;
  send: () => Promise<string | null>;
  stop: () => void;
  clear: () => void;
}

const NOTHING: UploadState = { phase: 'waiting', file: null, sent: 0, total: 0, messages: [], good: false };

/** An upload that lives as long as its dialog. Its code comes while the dialog is looked at. */
export function useUpload(projectId: string): DialogUpload {
  const [state, setState] = useState(NOTHING);
  const opened = useRef<Promise<Upload> | null>(null);

  useEffect(() => {
    const upload = load().then(({ openUpload }) => openUpload(projectId, setState));
    opened.current = upload;
    upload.catch(() =>
      setState({ ...NOTHING, messages: ['Uploading is not possible now. Please load the page again.'] }),
    );
    return () => void upload.then((known) => known.close());
  }, [projectId]);

  // Leaving the page would stop what is being sent.
  const uploading = state.phase === 'uploading';
  useEffect(() => {
    if (!uploading) return;
    const guard = (event: BeforeUnloadEvent): void => event.preventDefault();
    window.addEventListener('beforeunload', guard);
    return () => window.removeEventListener('beforeunload', guard);
  }, [uploading]);

  const tell = (act: (upload: Upload) => void): void => void opened.current?.then(act);
  return {
    state,
    choose: (files) => tell((upload) => upload.choose(files)),
    send: async () => (await opened.current)?.send() ?? null,
    stop: () => tell((upload) => upload.stop()),
    clear: () => tell((upload) => upload.clear()),
  };
}
