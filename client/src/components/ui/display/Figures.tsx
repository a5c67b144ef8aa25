import type { ReactElement } from 'react';

/** Three figures side by side. A dash replaces a figure that is not known yet. */
export function Figures({
  figures,
}: {
  figures: { name: string; value: number | undefined }[];
}): ReactElement {
  return (
    <dl className="grid grid-cols-3 gap-3 sm:gap-4">
      {figures.map(({ name, value }) => (
        <div key={name} className="panel flex flex-col-reverse justify-end p-3 sm:p-5">
          <dt className="text-muted max-sm:text-xs">{name}</dt>
          <dd className="min-h-10 text-2xl font-semibold tabular-nums">{value ?? '–'}</dd>
        </div>
      ))}
    </dl>
  );
}
