import { useState, type FormEvent, type ReactElement } from 'react';
import { Button } from '../../components/ui/controls/Button.tsx';
import { SearchField } from '../../components/ui/controls/SearchField.tsx';
import { useGo } from '../../hooks/page/use-place.ts';
import type { SearchPlace } from '../../lib/selection/last-search.ts';
import { toast } from '../../lib/toast.ts';

interface SearchFormProps {
  search: SearchPlace;
  /** Called when the same query is submitted again. */
  onAgain: () => void;
}

/** The query's field. The query is in the URL, so that Back and a reload show the same results. */
export function SearchForm({ search, onAgain }: SearchFormProps): ReactElement {
  const go = useGo();
  const [text, setText] = useState(search.q);
  // Back and Forward change the query, which the field then shows.
  const [previous, setPrevious] = useState(search.q);
  if (previous !== search.q) {
    setPrevious(search.q);
    setText(search.q);
  }

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const q = text.trim();
    if (!q) {
      toast({
        title: 'Search Required',
        description: 'Please enter a search query.',
        variant: 'destructive',
      });
      return;
    }
    if (q === search.q) onAgain();
    else go({ ...search, q, page: 1 });
  };
  return (
    <search>
      <form onSubmit={submit} className="flex flex-wrap gap-2">
        <SearchField
          label="Search for Videos"
          placeholder="Enter a topic"
          value={text}
          onChange={setText}
          fieldClassName="h-11 text-base"
        />
        <Button type="submit" look="primary" size="field" className="max-sm:flex-1 sm:px-6">
          Search
        </Button>
      </form>
    </search>
  );
}
