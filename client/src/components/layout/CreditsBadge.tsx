import type { ReactElement } from 'react';
import { Coins } from 'lucide-react';
import { Link } from 'react-router-dom';
import { LOW_CREDITS } from '#contract/credits.ts';
import { useCredits } from '../../hooks/use-credits.ts';
import { Badge } from '../ui/display/Badge.tsx';
import { buttonClass } from '../ui/controls/button-class.ts';

/** The badge with the number of credits, and the button to buy more (product.md 4.2 to 4.4). */
export function CreditsBadge(): ReactElement {
  const { data } = useCredits();
  // The space is reserved while the number loads, so that the header does not shift.
  if (!data) return <span aria-hidden className="bg-surface-2 h-6 w-23 rounded-full" />;
  const count = data.totalCredits;
  const low = count < LOW_CREDITS;
  return (
    <span data-low={low || undefined} className="flex items-center gap-1 sm:gap-2">
      <Link to="/billing" className="group/credits flex min-h-8 items-center rounded-full">
        <Badge
          tone={count === 0 ? 'danger' : 'neutral'}
          className="ring-line-strong group-hover/credits:ring-2"
        >
          <Coins aria-hidden size={14} className={low ? 'max-sm:hidden' : undefined} />
          {count} Credits
        </Badge>
      </Link>
      {low ? (
        <Link
          to="/billing"
          className={buttonClass({ look: 'secondary', size: 'sm', className: 'max-sm:px-2 max-sm:text-xs' })}
        >
          {count === 0 ? 'Buy Credits' : 'Buy More'}
        </Link>
      ) : null}
    </span>
  );
}
