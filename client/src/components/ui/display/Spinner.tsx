import type { ReactElement } from 'react';
import { LoaderCircle } from 'lucide-react';

export function Spinner({ size = 16 }: { size?: number }): ReactElement {
  return <LoaderCircle aria-hidden size={size} className="animate-spin motion-reduce:animate-none" />;
}
