import { useRef, type ReactElement } from 'react';
import { Button } from '../../../components/ui/controls/Button.tsx';
import { VIDEO_ENDINGS } from '../../../lib/upload/footage-file.ts';
import { addFootage } from '../../../lib/upload/footage-uploads.ts';

interface ChooseFootageProps {
  label: string;
  maxBytes: number;
  look?: 'primary';
  onChosen?: () => void;
}

/** Picks videos of this device for the creator's footage. */
export function ChooseFootage({ label, maxBytes, look, onChosen }: ChooseFootageProps): ReactElement {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept={['video/*', ...VIDEO_ENDINGS].join(',')}
        onChange={(event) => {
          const files = [...(event.target.files ?? [])];
          // The same file may be picked again after its removal.
          event.target.value = '';
          void addFootage(files, maxBytes);
          if (files.length > 0) onChosen?.();
        }}
      />
      <Button size={look ? 'field' : 'sm'} {...(look && { look })} onClick={() => input.current?.click()}>
        {label}
      </Button>
    </>
  );
}
