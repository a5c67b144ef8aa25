import type { ReactElement } from 'react';
import { CREDITS_CHOICES, type CreditsChoice } from '#contract/film-credits.ts';
import type { Language } from '#contract/primitives.ts';
import { NativeSelect } from '../../../../components/ui/controls/NativeSelect.tsx';
import { plural } from '../../../../lib/format.ts';
import { useFilmCredits } from '../../context/film-options.ts';
import { CREDITS_NAMES } from '../../section/look-names.ts';

/** The checkbox for a closing card that names the sources, with the card's current contents. */
export function CreditsField({
  value,
  language,
  onChange,
}: {
  value: CreditsChoice;
  language: Language;
  onChange: (next: CreditsChoice) => void;
}): ReactElement {
  const pages = useFilmCredits(value, language);
  const names = pages.flat().length;
  return (
    <div className="space-y-1">
      <NativeSelect
        showLabel
        label="Closing credits"
        value={value}
        options={CREDITS_CHOICES.map((choice) => ({ value: choice, label: CREDITS_NAMES[choice] }))}
        onChange={onChange}
      />
      <p className="text-muted text-xs">
        {names > 0
          ? `Ends with a card that credits ${names} ${plural(names, 'source')}.`
          : 'No closing card.'}
      </p>
    </div>
  );
}
