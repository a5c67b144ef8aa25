import { keys } from '../api/queries.ts';
import { queryClient } from '../api/query-client.ts';

export type NotificationState = NotificationPermission | 'unsupported';

/** The browser's notification permission. */
export function notificationState(): NotificationState {
  return 'Notification' in window ? Notification.permission : 'unsupported';
}

/** Asks for permission once. Browsers permit that only after a press. */
export async function askForNotifications(): Promise<NotificationState> {
  return 'Notification' in window ? Notification.requestPermission() : 'unsupported';
}

/** Whether the creator enabled notifications of finished projects. */
export function wantsProjectNews(): boolean {
  return queryClient.getQueryData(keys.user)?.settings.projectNotifications ?? true;
}

/** Shows a browser notification while the tab is hidden. Two tabs with the same `tag` show it once. */
export function notifyHidden(notice: {
  title: string;
  body: string;
  tag: string;
  onClick: () => void;
}): void {
  if (document.visibilityState !== 'hidden' || notificationState() !== 'granted') return;
  try {
    const notification = new Notification(notice.title, {
      body: notice.body,
      tag: notice.tag,
      icon: '/favicon.svg',
    });
    notification.addEventListener('click', () => {
      window.focus();
      notification.close();
      notice.onClick();
    });
  } catch {
    // Some phones have notifications only for installed pages.
  }
}
