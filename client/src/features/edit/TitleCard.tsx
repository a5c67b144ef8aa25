import type { ReactElement } from 'react';

/** How large the film sets a title, in hundredths of the picture's width; long ones smaller. */
const SIZE = 5.4;

/** A section without a picture, as the film shows it. */
export function TitleCard({ title }: { title: string }): ReactElement {
  const shrink = title.length <= 40 ? 1 : Math.max(0.5, Math.sqrt(40 / title.length));
  return (
    <div className="@container grid size-full place-items-center bg-[#14161a]">
      <p
        className="max-w-[80%] text-center leading-[1.36] text-balance break-words"
        style={{ fontSize: `${SIZE * shrink}cqw` }}
      >
        {title}
      </p>
    </div>
  );
}
