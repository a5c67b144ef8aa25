import { useState, type ReactElement } from 'react';
import { FlaskConical, TriangleAlert } from 'lucide-react';
import type { AppConfig } from '#contract/app-config.ts';
import { useConfig } from '../../hooks/use-config.ts';
import { plural } from '../../lib/format.ts';
import { readSession, writeSession } from '../../lib/session-storage.ts';
import { Disclosure } from '../ui/controls/Disclosure.tsx';
import { DismissButton } from '../ui/controls/DismissButton.tsx';

const KEY = 'cutroom.local-bar';

function summary({ standIns, warnings }: AppConfig): string {
  const parts = [];
  if (standIns.length > 0)
    parts.push(
      `${standIns.length} ${plural(standIns.length, 'service')} ${standIns.length === 1 ? 'is' : 'are'} simulated`,
    );
  if (warnings.length > 0) parts.push(`${warnings.length} ${plural(warnings.length, 'warning')}`);
  return parts.join(', ');
}

/** Lists the services that are simulated by stand-ins. It can be dismissed for this visit. */
export function LocalModeBar(): ReactElement | null {
  const config = useConfig();
  const [dismissed, setDismissed] = useState(() => readSession<boolean>(KEY) === true);
  if (!config || dismissed || config.standIns.length + config.warnings.length === 0) return null;

  const dismiss = (): void => {
    writeSession(KEY, true);
    setDismissed(true);
  };
  return (
    <aside aria-label="This installation" className="border-line bg-surface relative border-t">
      <div className="page text-muted flex min-h-10 items-center gap-2 py-1 text-xs">
        <FlaskConical aria-hidden size={14} className="shrink-0" />
        <p className="min-w-0">
          {config.mode === 'local' ? 'Demo mode: ' : ''}
          {summary(config)}.
        </p>
        <Disclosure
          side="top"
          label="Simulated services"
          button="Details"
          buttonClassName="text-accent hover:text-fg min-h-6 rounded-sm px-1 font-medium underline underline-offset-2"
          className="sm:relative"
          panelClassName="max-h-80 w-96 max-w-[calc(100vw-2rem)] overflow-y-auto text-sm max-sm:inset-x-4 max-sm:w-auto sm:-right-4"
        >
          <h2 className="text-fg font-semibold">Simulated services</h2>
          <ul className="mt-2 space-y-1.5">
            {config.standIns.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
          {config.warnings.length > 0 ? (
            <ul className="border-line mt-3 space-y-1.5 border-t pt-3">
              {config.warnings.map((line) => (
                <li key={line} className="flex gap-2">
                  <TriangleAlert aria-hidden size={16} className="text-warn mt-0.5 shrink-0" />
                  {line}
                </li>
              ))}
            </ul>
          ) : null}
        </Disclosure>
        <span className="ml-auto">
          <DismissButton onClick={dismiss} />
        </span>
      </div>
    </aside>
  );
}
