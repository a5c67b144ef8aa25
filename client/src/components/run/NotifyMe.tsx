import { useState, type ReactElement } from 'react';
import { Bell } from 'lucide-react';
import { askForNotifications, notificationState, wantsProjectNews } from '../../lib/notify.ts';
import { Button } from '../ui/Button.tsx';

/** Offers the browser's own notification of the end; nothing where it is allowed, blocked or not wanted. */
export function NotifyMe(): ReactElement | null {
  const [state, setState] = useState(notificationState);
  if (state !== 'default' || !wantsProjectNews()) return null;
  return (
    <Button size="sm" look="quiet" onClick={() => void askForNotifications().then(setState)}>
      <Bell aria-hidden size={16} /> Notify me
    </Button>
  );
}
