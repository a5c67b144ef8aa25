import type { ReactElement } from 'react';
import { Clapperboard, Play } from 'lucide-react';
import { Button } from '../../../components/ui/controls/Button.tsx';
import { Spinner } from '../../../components/ui/display/Spinner.tsx';
import type { Generation } from './use-generation.ts';

export function GenerateButton({
  generation,
  className,
}: {
  generation: Generation;
  className?: string;
}): ReactElement {
  const { label, inactive, press } = generation;
  const working = inactive && label !== 'Generate Video' && label !== 'View Video';
  return (
    <Button look="primary" inactive={inactive} onClick={press} className={className}>
      {working ? (
        <Spinner />
      ) : label === 'View Video' ? (
        <Play aria-hidden size={16} />
      ) : (
        <Clapperboard aria-hidden size={16} />
      )}
      <span className="truncate tabular-nums">{label}</span>
    </Button>
  );
}
