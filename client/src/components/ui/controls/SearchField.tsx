import type { ReactElement } from 'react';
import { Search } from 'lucide-react';
import { clsx } from 'clsx';
import { MAX_QUERY } from '#contract/limits.ts';

interface SearchFieldProps {
  label: string;
  placeholder: string;
  value: string;
  onChange: (value: string) => void;
  className?: string;
  fieldClassName?: string;
}

export function SearchField(props: SearchFieldProps): ReactElement {
  const { label, placeholder, value, onChange, className, fieldClassName } = props;
  return (
    <div className={clsx('relative min-w-0 flex-1 basis-56', className)}>
      <Search
        aria-hidden
        size={18}
        className="text-muted pointer-events-none absolute top-1/2 left-3.5 -translate-y-1/2"
      />
      <input
        type="search"
        enterKeyHint="search"
        aria-label={label}
        placeholder={placeholder}
        value={value}
        maxLength={MAX_QUERY}
        onChange={(event) => onChange(event.target.value)}
        className={clsx('field pl-10', fieldClassName)}
      />
    </div>
  );
}
