import type { ReactElement } from 'react';

/**
 * How large the film sets a title, in hundredths of the picture's height and width: the smaller one counts. The film's
 * sizes include the room above and below the letters, the page's do not.
 */
const OF_HEIGHT = 13 / 1.362;
const OF_WIDTH = 12 / 1.362;

/** A section without a picture, as the film shows it; it fills its frame. */
export function TitleCard({ title }: { title: string }): ReactElement {
  const shrink = title.length <= 40 ? 1 : Math.max(0.5, Math.sqrt(40 / title.length));
  return (
    <div className="[container-type:size] grid size-full place-items-center bg-[#14161a]">
      <p
        className="max-w-[80%] text-center leading-[1.36] text-balance break-words"
        style={{ fontSize: `min(${OF_HEIGHT * shrink}cqh, ${OF_WIDTH * shrink}cqw)` }}
      >
        {title}
      </p>
    </div>
  );
}
