import type { ReactElement } from 'react';
import { Languages } from 'lucide-react';
import { Button } from '../../../components/ui/controls/Button.tsx';
import { Notice } from '../../../components/ui/messages/Notice.tsx';
import { useConfig } from '../../../hooks/use-config.ts';
import { plural } from '../../../lib/format.ts';

interface Dismissible {
  onDismiss: () => void;
}

/** Starts a translation of all texts. */
export interface TranslationStart {
  starting: boolean;
  start: () => void;
}

interface ToTranslateProps extends Dismissible {
  texts: number;
  /** The number of titles to translate, which is shown only if there are no texts to translate. */
  titles: number;
  translation: TranslationStart;
}

/** Lists texts that will be translated, and offers to translate them now to read them. */
export function ToTranslate({
  texts,
  titles,
  translation: { starting, start },
  onDismiss,
}: ToTranslateProps): ReactElement {
  const count = texts || titles;
  return (
    <Notice
      onDismiss={onDismiss}
      action={
        <Button size="sm" inactive={starting} onClick={start}>
          <Languages aria-hidden size={16} /> {starting ? 'Starting...' : 'Translate all'}
        </Button>
      }
    >
      {count} {plural(count, texts > 0 ? 'text' : 'title')} will be translated when you generate. Translate
      now to review {count === 1 ? 'it' : 'them'} first.
    </Notice>
  );
}

/** Lists characters of titles and burned-in captions that the film's fonts do not contain. */
export function Undrawable({ characters, onDismiss }: Dismissible & { characters: string }): ReactElement {
  const isOne = [...characters].length === 1;
  return (
    <Notice tone="warn" onDismiss={onDismiss}>
      {characters} can't be shown in the film: {isOne ? 'this character' : 'these characters'} will be
      missing. Write the title or caption without {isOne ? 'it' : 'them'}.
    </Notice>
  );
}

/** Lists texts of another language that no installed translator supports. */
export function ReadAsWritten({ count, onDismiss }: Dismissible & { count: number }): ReactElement {
  const config = useConfig();
  const lacksLanguage = (config?.engines.translator ?? 'none') !== 'none';
  return (
    <Notice tone="warn" onDismiss={onDismiss}>
      {lacksLanguage ? 'The translator doesn’t support this language' : 'Translation isn’t set up'}, so{' '}
      {count} {plural(count, 'text')} will be read as written. Write the {plural(count, 'text')} in this
      language yourself, or install its translation model.
    </Notice>
  );
}
