import type { ReactElement } from 'react';
import { useStore } from 'zustand';
import { FACES, inFaces } from '#contract/drawn-text.ts';
import type { Clock } from '../clock.ts';

/** A caption; times in seconds of the film. */
export interface FilmCue {
  start: number;
  end: number;
  lines: string[];
}

/** The captions of a film where it draws them. */
export function FilmCaptions({ clock, cues }: { clock: Clock; cues: FilmCue[] }): ReactElement | null {
  const cue = useStore(clock, ({ time }) => cues.find(({ start, end }) => time >= start && time < end));
  if (!cue) return null;
  return (
    <div className="pointer-events-none absolute inset-0 z-4 [container-type:size]">
      <p
        data-film-caption
        className="absolute inset-x-[4%] bottom-[5%] text-center text-white"
        style={{
          fontSize: 'min(7cqh, 6cqw)',
          lineHeight: 1,
          paintOrder: 'stroke fill',
          WebkitTextStroke: '0.12em #101010',
        }}
      >
        {cue.lines.map((line, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- a caption's lines stay in their order
          <span key={index} className="block min-h-[1em] whitespace-pre">
            {inFaces(line).map((piece, at) => {
              const { family, scale, ascent, descent } = FACES[piece.face];
              return (
                <span
                  // oxlint-disable-next-line react/no-array-index-key -- neither do its pieces move
                  key={at}
                  style={{
                    fontFamily: `"${family}", var(--font-sans)`,
                    fontWeight: 600,
                    fontSize: `${scale / (ascent + descent)}em`,
                  }}
                >
                  {piece.text}
                </span>
              );
            })}
          </span>
        ))}
      </p>
    </div>
  );
}
