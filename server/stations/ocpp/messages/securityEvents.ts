import {
  isSecurityEventType,
  SECURITY_EVENT_TYPES,
  type SecurityEvent,
  type SecurityEventType,
} from '../../../../shared/console/securityEvents.ts';
import { HOUR_MS, MINUTE_MS } from '../../../../shared/model/time.ts';
import type { SecurityListener } from '../../../core/ports/securityPort.ts';
import { type Clocks, possibleTime } from '../chargePoints/clocks.ts';
import { type OcppStore, securityKey } from '../chargePoints/storage.ts';
import { instantIn, type Message, textIn } from './values.ts';

/** Names of the OCPP 1.6 security whitepaper that differ from those of 2.x. */
const NAMES_16: Readonly<Record<string, SecurityEventType>> = {
  FailedToAuthenticateAtCentralSystem: 'FailedToAuthenticateAtCsms',
  CentralSystemFailedToAuthenticate: 'CsmsFailedToAuthenticate',
  InvalidCentralSystemCertificate: 'InvalidCsmsCertificate',
  InvalidChargePointCertificate: 'InvalidChargingStationCertificate',
};

const MAX_TYPE_LENGTH = 50;
/** Maximum numbers of stored lines of one station. Words of its own cannot displace the known types. */
const MAX_LINES = 40;
const MAX_UNKNOWN_LINES = 10;
/** Maximum number of own words of a station that are counted between two writes. Further ones are ignored. */
const MAX_UNKNOWN_WORDS = 5;

/** Returns the type of an event. Of a word that is not in the standard, only harmless characters are left. */
export function securityEventTypeIn({ type }: Message): string {
  const word = (textIn(type) ?? '').slice(0, MAX_TYPE_LENGTH);
  const known = Object.hasOwn(NAMES_16, word) ? NAMES_16[word] : undefined;
  return known ?? (word.replace(/[^A-Za-z0-9.-]+/g, ' ').trim() || 'unknown');
}

interface SecurityDependencies {
  store: Pick<OcppStore, 'get' | 'change'>;
  clocks: Pick<Clocks, 'offsetMs'>;
  listener(): Partial<SecurityListener>;
  now(): Date;
  writeEveryMs?: number;
}

/**
 * Stores the security events of stations. The first event of a type is stored at once. Further ones of the type are counted in
 * memory and stored once a minute, so that a flood costs no more. `techInfo` is not stored, because this text can have user
 * names and addresses.
 */
export function createSecurityEvents({ store, clocks, listener, now, writeEveryMs = MINUTE_MS }: SecurityDependencies) {
  /** Events that are not stored yet, by station and type. All own words of a station count as one type. */
  const pending = new Map<string, Map<string, SecurityEvent>>();

  async function write(stationId: string, events: readonly SecurityEvent[]): Promise<void> {
    const known = linesIn(await store.get(securityKey(stationId)));
    for (const { type, firstAt } of events.filter(event => needsAlert(event) && lineOf(known, event) === null))
      await listener().reportSecurityEvent?.({ station: stationId, type, since: new Date(firstAt) });
    // Written after the alert. If the alert cannot be raised, the station gets no response and repeats the message.
    await store.change(securityKey(stationId), row => ({ lines: limited(events.reduce(withEvent, linesIn(row))) }));
  }

  function writeLater(stationId: string, key: string): void {
    const writeCounted = () => {
      const counted = [...(pending.get(key)?.values() ?? [])];
      pending.delete(key);
      if (counted.length === 0) return;
      writeLater(stationId, key);
      // If the database is unavailable, only these counts are lost.
      void write(stationId, counted).catch(() => undefined);
    };
    pending.set(key, new Map());
    setTimeout(writeCounted, writeEveryMs).unref();
  }

  return {
    /** Stores an event (SecurityEventNotification, OCPP 2.x A04 and whitepaper 1.6 §4.3). */
    async note(stationId: string, message: Message): Promise<void> {
      const type = securityEventTypeIn(message);
      const at = timeOf(message, { offsetMs: clocks.offsetMs(stationId), receivedAt: now() }).toISOString();
      const event = { type, count: 1, firstAt: at, lastAt: at };
      const key = JSON.stringify([stationId, isSecurityEventType(type) ? type : '']);
      const counted = pending.get(key);
      if (counted) {
        const known = counted.get(type);
        if (known || counted.size < MAX_UNKNOWN_WORDS) counted.set(type, known ? together(known, event) : event);
        return;
      }
      writeLater(stationId, key);
      try {
        await write(stationId, [event]);
      } catch (error) {
        pending.delete(key);
        throw error;
      }
    },
  };
}

/** Lists the stored events of a station, the latest first. */
export const listSecurityEvents = async (store: Pick<OcppStore, 'get'>, stationId: string): Promise<readonly SecurityEvent[]> =>
  linesIn(await store.get(securityKey(stationId))).toReversed();

export type SecurityEvents = ReturnType<typeof createSecurityEvents>;

const linesIn = (row: unknown): readonly SecurityEvent[] => (row as { lines: readonly SecurityEvent[] } | null)?.lines ?? [];
const needsAlert = ({ type }: SecurityEvent): boolean => isSecurityEventType(type) && SECURITY_EVENT_TYPES[type] === 'alert';

/** Returns the time of an event by the app's clock. If the station sends no possible time, the time of the receipt. */
function timeOf({ timestamp }: Message, { offsetMs, receivedAt }: { offsetMs: number; receivedAt: Date }): Date {
  const at = instantIn(timestamp);
  return possibleTime(at && new Date(at.getTime() + offsetMs), { notBefore: null, receivedAt }) ?? receivedAt;
}

const together = (known: SecurityEvent, added: SecurityEvent): SecurityEvent => ({
  type: known.type,
  count: known.count + added.count,
  firstAt: known.firstAt < added.firstAt ? known.firstAt : added.firstAt,
  lastAt: known.lastAt > added.lastAt ? known.lastAt : added.lastAt,
});

/** Finds the line that counts an event. Null: the last event of this type was an hour ago, or there was none. */
const lineOf = (lines: readonly SecurityEvent[], event: SecurityEvent): SecurityEvent | null =>
  lines.findLast(
    ({ type, lastAt }) => type === event.type && Math.abs(Date.parse(event.firstAt) - Date.parse(lastAt)) < HOUR_MS,
  ) ?? null;

function withEvent(lines: readonly SecurityEvent[], event: SecurityEvent): readonly SecurityEvent[] {
  const known = lineOf(lines, event);
  return [...lines.filter(line => line !== known), known ? together(known, event) : event];
}

/** Sorts lines by their last event, and leaves out the oldest. */
function limited(lines: readonly SecurityEvent[]): readonly SecurityEvent[] {
  const sorted = lines.toSorted((one, other) => (one.lastAt < other.lastAt ? -1 : 1));
  const isKnown = ({ type }: SecurityEvent) => isSecurityEventType(type);
  const left = new Set([
    ...sorted.filter(isKnown).slice(-MAX_LINES),
    ...sorted.filter(line => !isKnown(line)).slice(-MAX_UNKNOWN_LINES),
  ]);
  return sorted.filter(line => left.has(line));
}
