import { useState, type ReactElement } from 'react';
import { Film } from 'lucide-react';
import { clsx } from 'clsx';

interface ThumbProps {
  src: string | null | undefined;
  className?: string;
  eager?: boolean;
}

/** A 16:9 still. A missing image leaves an empty area of the same size. */
export function Thumb({ src, className, eager }: ThumbProps): ReactElement {
  const [failed, setFailed] = useState<string | null>(null);
  const usable = src && failed !== src;
  return (
    <span className={clsx('media relative block aspect-video', className)}>
      {usable ? (
        <img
          src={src}
          alt=""
          loading={eager ? 'eager' : 'lazy'}
          decoding="async"
          draggable={false}
          onError={() => setFailed(src)}
          className="size-full object-cover"
        />
      ) : (
        <span className="grid size-full place-items-center text-white/50">
          <Film aria-hidden size={24} />
        </span>
      )}
    </span>
  );
}
