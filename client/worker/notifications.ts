import type { PushMessage } from '../../shared/charging/session.ts';

interface WaitingEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface PushEvent extends WaitingEvent {
  data: { json(): PushMessage } | null;
}
interface ClickEvent extends WaitingEvent {
  notification: Notification;
}
export interface NotificationEvents {
  push: PushEvent;
  notificationclick: ClickEvent;
}

interface OpenPage {
  url: string;
  focus(): Promise<unknown>;
}
/** The part of the service worker scope that this module uses. */
export interface NotificationScope {
  registration: { showNotification(title: string, options: NotificationOptions): Promise<void> };
  clients: {
    matchAll(which: { type: 'window'; includeUncontrolled: true }): Promise<readonly OpenPage[]>;
    openWindow(address: string): Promise<unknown>;
  };
  location: Location;
}

/** Shows a push message. It silently replaces an earlier message with the same tag. */
export async function showMessage({ registration }: Pick<NotificationScope, 'registration'>, { data }: PushEvent): Promise<void> {
  const message = data?.json();
  if (!message) return;
  const { title, body, lang, tag, path, clientId } = message;
  const icon = `/touch-icon.png?client=${encodeURIComponent(clientId)}`;
  await registration.showNotification(title, { body, lang, tag, icon, data: path });
}

/** Opens the session page of a notification. If the page is already open, it is focused. */
export async function openPage({ clients, location }: NotificationScope, { notification }: ClickEvent): Promise<void> {
  notification.close();
  const { href, origin, pathname } = new URL(String(notification.data), location.origin);
  if (origin !== location.origin) return;
  const open = await clients.matchAll({ type: 'window', includeUncontrolled: true });
  const page = open.find(({ url }) => new URL(url).pathname === pathname);
  await (page ? page.focus() : clients.openWindow(href));
}
