import { useEffect, useRef, useState } from 'react';
import { announce } from '../lib/announce.ts';
import type { Upload } from '../lib/upload/upload.ts';
import { NO_UPLOAD, type UploadState } from '../lib/upload/upload-state.ts';
import type { UploadTarget } from '../lib/upload/upload-targets.ts';

const load = () => import('../lib/upload/upload.ts');

export interface DialogUpload<T, Details = void> extends Omit<Upload<T, Details>, 'close'> {
  state: UploadState;
  /** The accepted types, for the file picker. */
  accept: string;
}

/** Returns an upload that lives as long as its dialog. Its code loads after the dialog opens. */
export function useUpload<T, Details = void>(target: UploadTarget<T, Details>): DialogUpload<T, Details> {
  const [state, setState] = useState(NO_UPLOAD);
  const opened = useRef<Promise<Upload<T, Details>> | null>(null);

  useEffect(() => {
    const upload = load().then(({ openUpload }) => openUpload(target, setState));
    opened.current = upload;
    upload.catch(() =>
      setState({
        ...NO_UPLOAD,
        problems: ['Uploading is not possible now. Please reload the page.'],
      }),
    );
    return () => void upload.then((opened) => opened.close()).catch(() => undefined);
  }, [target]);

  const quarter = state.overall === 'uploading' ? Math.floor((state.file?.percent ?? 0) / 25) * 25 : 0;
  useEffect(() => {
    if (quarter > 0) announce(`${quarter}% uploaded`);
  }, [quarter]);

  const now = state.file?.state;
  const before = useRef(now);
  useEffect(() => {
    if (now === 'paused') announce('Upload paused');
    else if (now === 'uploading' && before.current === 'paused') announce('Upload resumed');
    before.current = now;
  }, [now]);

  const withUpload = (act: (upload: Upload<T, Details>) => void): void =>
    void opened.current?.then(act).catch(() => undefined);
  return {
    state,
    accept: target.types.join(','),
    choose: (files) => withUpload((upload) => upload.choose(files)),
    send: async (...sent) => (await opened.current)?.send(...sent) ?? 'failed',
    pauseOrResume: () => withUpload((upload) => upload.pauseOrResume()),
    cancel: () => withUpload((upload) => upload.cancel()),
  };
}
