import { useState, type ReactElement } from 'react';
import { Bell } from 'lucide-react';
import { askForNotifications, notificationState, wantsProjectNews } from '../../lib/runs/notify.ts';
import { Button } from '../ui/controls/Button.tsx';

/**
 * Offers a browser notification of the run's end. Renders nothing if notifications are already allowed,
 * blocked or declined.
 */
export function NotifyMe(): ReactElement | null {
  const [state, setState] = useState(notificationState);
  if (state !== 'default' || !wantsProjectNews()) return null;
  return (
    <Button size="sm" look="quiet" onClick={() => void askForNotifications().then(setState)}>
      <Bell aria-hidden size={16} /> Notify me
    </Button>
  );
}
