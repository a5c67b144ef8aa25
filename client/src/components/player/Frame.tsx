import type { ReactElement, ReactNode } from 'react';
import type { Aspect } from '#contract/shapes.ts';

/**
 * The frame around the video. It is as high as a 16:9 frame whatever the video's aspect, or as high as full
 * screen allows.
 */
export function Frame({ aspect, children }: { aspect: Aspect; children: ReactNode }): ReactElement {
  return (
    <div className="relative aspect-video min-h-0 w-full flex-auto in-data-slim:w-24 in-data-slim:flex-none">
      <div
        data-film-picture
        className="absolute inset-0 m-auto max-h-full max-w-full [container-type:size]"
        style={{
          aspectRatio: aspect.replace(':', ' / '),
          ...(aspect === '16:9' ? { width: '100%' } : { height: '100%' }),
        }}
      >
        {children}
      </div>
    </div>
  );
}
