import type { ChargingRequest } from '../../../../shared/charging/charging.ts';
import { readStoredList, writeStored } from '../../../core/browserStorage.ts';
import { registerWorker } from '../../../core/offlinePages.ts';

/** Sessions for which this device receives messages. A browser has one push subscription for all of them. */
const KEY = 'push-sessions';
const isId = (entry: unknown): entry is string => typeof entry === 'string';
const subscribedSessions = (): readonly string[] => readStoredList(KEY, isId);
const otherSessions = (sessionId: string): readonly string[] => subscribedSessions().filter(id => id !== sessionId);
/** A browser has few sessions at the same time. Older entries remain from sessions without an unsubscribe. */
const MAX_SESSIONS = 10;

export const isPushSupported = (): boolean => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

/** True if this device receives messages about the session. Does not request permission from the visitor. */
export async function isSubscribed(sessionId: string): Promise<boolean> {
  // A browser drops its subscription by itself when the visitor forbids notifications.
  return subscribedSessions().includes(sessionId) && (await findSubscription()) !== null;
}

/** The visitor has refused messages, or the browser does not support them for this page. */
export class NotAllowed extends Error {
  override name = 'NotAllowed';
}

/**
 * Requests the visitor's permission and a push subscription, and passes the subscription to `report`.
 * @throws NotAllowed if the visitor or the browser refuses; errors of the browser and of `report`
 */
export async function turnOn(
  { sessionId, publicKey }: { sessionId: string; publicKey: string },
  report: (device: ChargingRequest<'enablePush'>) => Promise<unknown>,
): Promise<void> {
  if ((await Notification.requestPermission()) !== 'granted') throw new NotAllowed();
  await registerWorker();
  const subscription = await subscribe(publicKey);
  try {
    await report({ sessionId, ...deviceOf(subscription) });
  } catch (error) {
    await giveUp(subscription);
    throw error;
  }
  writeStored(KEY, [sessionId, ...otherSessions(sessionId)].slice(0, MAX_SESSIONS));
}

export async function turnOff(
  { sessionId }: { sessionId: string },
  report: (device: ChargingRequest<'disablePush'>) => Promise<unknown>,
): Promise<void> {
  const subscription = await findSubscription();
  if (subscription) await report({ sessionId, endpoint: subscription.endpoint });
  writeStored(KEY, otherSessions(sessionId));
  if (subscription) await giveUp(subscription);
}

/** Unsubscribes the browser unless another session needs the subscription. */
async function giveUp(subscription: PushSubscription): Promise<void> {
  if (subscribedSessions().length === 0) await subscription.unsubscribe();
}

async function findSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager.getSubscription()) ?? null;
}

/** A subscription for another VAPID key of the app is useless and is replaced. */
async function subscribe(publicKey: string): Promise<PushSubscription> {
  const { pushManager } = await navigator.serviceWorker.ready;
  const applicationServerKey = bytesOf(publicKey);
  const known = await pushManager.getSubscription();
  if (known && !isSame(new Uint8Array(known.options.applicationServerKey ?? []), applicationServerKey)) await known.unsubscribe();
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey });
}

function deviceOf(subscription: PushSubscription) {
  const { endpoint, keys } = subscription.toJSON();
  return { endpoint: endpoint ?? '', p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' };
}

const bytesOf = (base64url: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), letter => letter.charCodeAt(0));
const isSame = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && one.every((byte, index) => byte === other[index]);
