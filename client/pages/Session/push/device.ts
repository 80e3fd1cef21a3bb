import type { ChargingRequest } from '../../../../shared/charging/charging.ts';
import { readStoredList, writeStored } from '../../../core/browserStorage.ts';
import { registerWorker } from '../../../core/offlinePages.ts';

/**
 * localStorage key of the sessions about which this device receives push messages. All of them share the browser's only push
 * subscription.
 */
const KEY = 'push-sessions';
const isId = (entry: unknown): entry is string => typeof entry === 'string';
const subscribedSessions = (): readonly string[] => readStoredList(KEY, isId);
const otherSessions = (sessionId: string): readonly string[] => subscribedSessions().filter(id => id !== sessionId);
/** Maximum number of stored sessions. Otherwise, ended sessions would accumulate. */
const MAX_SESSIONS = 10;

export const isPushSupported = (): boolean => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

/** Returns true if this device receives push messages about the session. Never asks for permission. */
export async function isSubscribed(sessionId: string): Promise<boolean> {
  // The session may be stored without a push subscription, because browsers drop it when the visitor forbids notifications.
  return subscribedSessions().includes(sessionId) && (await findSubscription()) !== null;
}

/** Thrown if the visitor has refused push messages, or the browser does not allow them. */
export class NotAllowed extends Error {
  override name = 'NotAllowed';
}

/**
 * Asks the visitor for permission, creates a push subscription and passes it to `report`.
 * @throws NotAllowed if the visitor or the browser refuses; also throws errors of the browser and of `report`
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

/** Ends the browser's push subscription, unless another session still needs it. */
async function giveUp(subscription: PushSubscription): Promise<void> {
  if (subscribedSessions().length === 0) await subscription.unsubscribe();
}

async function findSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager.getSubscription()) ?? null;
}

/**
 * Returns a push subscription for this VAPID key. A subscription for another key is replaced, because the app cannot send
 * messages to it.
 */
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
