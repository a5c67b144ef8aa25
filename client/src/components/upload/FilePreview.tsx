import { useEffect, useState, type ReactElement } from 'react';

/** Previews the local file before anything is sent. */
export function FilePreview({ file }: { file: File }): ReactElement {
  const [url] = useState(() => URL.createObjectURL(file));
  const [unseen, setUnseen] = useState(false);
  useEffect(() => () => URL.revokeObjectURL(url), [url]);
  if (unseen) {
    return <p className="text-muted text-xs">Your browser can’t preview this file. You can still use it.</p>;
  }
  const className = 'bg-stage max-h-52 w-full rounded-md object-contain';
  if (file.type.startsWith('audio/')) {
    return (
      // oxlint-disable-next-line jsx-a11y/media-has-caption -- the creator's own file, before it is sent
      <audio
        src={url}
        controls
        preload="metadata"
        aria-label={`Preview of ${file.name}`}
        onError={() => setUnseen(true)}
        className="w-full"
      />
    );
  }
  return file.type.startsWith('image/') ? (
    <img src={url} alt={`Preview of ${file.name}`} onError={() => setUnseen(true)} className={className} />
  ) : (
    // oxlint-disable-next-line jsx-a11y/media-has-caption -- the creator's own file, before it is sent
    <video
      src={url}
      controls
      playsInline
      preload="metadata"
      aria-label={`Preview of ${file.name}`}
      onError={() => setUnseen(true)}
      className={className}
    />
  );
}
