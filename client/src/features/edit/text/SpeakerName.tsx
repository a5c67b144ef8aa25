import type { ReactElement } from 'react';

const PLACE = 'block pt-1 text-xs font-medium select-none first:pt-0';

/** The name of a speaker at the start of a turn. */
export function SpeakerName({ name }: { name: string }): ReactElement {
  return (
    <span data-speaker className={`text-muted ${PLACE}`}>
      {name}
    </span>
  );
}

/** The speaker's name in the selected section. A press renames the speaker. */
export function SpeakerButton({ name, onPress }: { name: string; onPress: () => void }): ReactElement {
  return (
    <span data-speaker className={PLACE}>
      <button
        type="button"
        tabIndex={-1}
        aria-label={`${name}: rename`}
        onClick={onPress}
        className="text-muted hover:bg-accent-soft hover:text-fg -mx-1 min-h-6 max-w-full rounded-sm px-1 text-left"
      >
        {name}
      </button>
    </span>
  );
}
