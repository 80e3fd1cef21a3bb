import type { ChargingRequest } from '../../../../shared/charging/charging.ts';
import { NOTICE_LIFETIME_MS } from '../../../../shared/charging/freeNotice.ts';
import { readStoredList, writeStored } from '../../../core/browserStorage.ts';
import { registerWorker } from '../../../core/offlinePages.ts';

/**
 * localStorage key of the sessions about which this device receives push messages. All of them and the notices of free plugs share
 * the browser's only push subscription.
 */
const KEY = 'push-sessions';
/** localStorage key of the times until which this device waits for a notice of a free plug, in epoch milliseconds. */
const NOTICES_KEY = 'push-notices';
const isLater = (entry: unknown): entry is number => typeof entry === 'number' && entry > Date.now();
const waitingNotices = (): readonly number[] => readStoredList(NOTICES_KEY, isLater);
const isId = (entry: unknown): entry is string => typeof entry === 'string';
const subscribedSessions = (): readonly string[] => readStoredList(KEY, isId);
const otherSessions = (sessionId: string): readonly string[] => subscribedSessions().filter(id => id !== sessionId);
/** Maximum number of stored sessions. Otherwise, ended sessions would accumulate. */
const MAX_SESSIONS = 10;

export const isPushSupported = (): boolean => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

/** Returns true if this device receives push messages about the session. Never asks for permission. */
export async function isSubscribed(sessionId: string): Promise<boolean> {
  // The session may be stored without a push subscription, because browsers drop it when the visitor forbids notifications.
  const subscription = await findSubscription();
  // A subscription for notices of free plugs ends with their lifetime.
  if (subscription) await giveUp(subscription);
  return subscription !== null && subscribedSessions().includes(sessionId);
}

/** Thrown if the visitor has refused push messages, or the browser does not allow them. */
export class NotAllowed extends Error {
  override name = 'NotAllowed';
}

export async function turnOn(
  { sessionId, publicKey }: { sessionId: string; publicKey: string },
  report: (device: ChargingRequest<'enablePush'>) => Promise<unknown>,
): Promise<void> {
  await reportDevice(publicKey, device => report({ sessionId, ...device }));
  writeStored(KEY, [sessionId, ...otherSessions(sessionId)].slice(0, MAX_SESSIONS));
}

/** Requests one push message when a plug is free. The list of sessions does not contain the request. */
export async function requestNotice<T>(publicKey: string, report: (device: Device) => Promise<T>): Promise<T> {
  const stored = await reportDevice(publicKey, report);
  writeStored(NOTICES_KEY, [Date.now() + NOTICE_LIFETIME_MS, ...waitingNotices()]);
  return stored;
}

type Device = ReturnType<typeof deviceOf>;

/**
 * Asks the visitor for permission, creates a push subscription and passes it to `report`.
 * @throws NotAllowed if the visitor or the browser refuses; also throws errors of the browser and of `report`
 */
async function reportDevice<T>(publicKey: string, report: (device: Device) => Promise<T>): Promise<T> {
  if ((await Notification.requestPermission()) !== 'granted') throw new NotAllowed();
  await registerWorker();
  const subscription = await subscribe(publicKey);
  try {
    return await report(deviceOf(subscription));
  } catch (error) {
    await giveUp(subscription);
    throw error;
  }
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

/** Ends the browser's push subscription, unless a session or a notice still needs it. */
async function giveUp(subscription: PushSubscription): Promise<void> {
  if (subscribedSessions().length + waitingNotices().length === 0) await subscription.unsubscribe();
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
