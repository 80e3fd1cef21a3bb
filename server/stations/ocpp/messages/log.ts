import { createCappedList } from '../../../platform/expiry.ts';
import type { OcppStore } from '../chargePoints/storage.ts';
import { isSecretName } from './secretNames.ts';
import { isMessage, type Message, messageIn } from './values.ts';

const MAX_MESSAGES = 100;
/** Maximum length of a message id (OCPP-J 1.6 §4.1.4). */
const MAX_ID_LENGTH = 36;
const MAX_LINE_LENGTH = 600;
/** Longer WebSocket frames are not parsed for the log. */
const MAX_FRAME_LENGTH = 50_000;

/** Fields that describe the station and never contain personal data. The values of all other fields are omitted from the log. */
const SAFE: ReadonlySet<string> = new Set([
  ...['status', 'errorCode', 'connectorId', 'evseId', 'id', 'transactionId', 'timestamp', 'currentTime', 'interval', 'reason'],
  ...['meterStart', 'meterStop', 'measurand', 'unit', 'phase', 'context', 'format', 'multiplier', 'eventType'],
  ...['triggerReason', 'seqNo', 'offline', 'chargingState', 'stoppedReason', 'remoteStartId', 'connectorStatus', 'type'],
  ...['requestedMessage', 'key', 'readonly', 'unknownKey', 'name', 'instance', 'attributeStatus', 'reasonCode', 'vendorName'],
  ...['chargePointVendor', 'chargePointModel', 'model', 'firmwareVersion', 'operationalStatus', 'ongoingIndicator'],
  ...['messagesInQueue', 'totalCost', 'maxCost', 'maxEnergy', 'maxTime', 'timeout', 'requestId', 'priority', 'state', 'trigger'],
]);
/** Places of a meter ('Outlet'). In GetDiagnostics, the field with the same name is a secret address. */
const METER_LOCATION = /^[A-Za-z]{1,20}$/;
/** Fields whose values are logged only if they are a number or a boolean, which can be no secret. */
const VALUES: ReadonlySet<string> = new Set(['value', 'attributeValue', 'actualValue']);
const PLAIN = /^(-?\d{1,12}([.,]\d{1,6})?|true|false)$/i;

function shown(key: string, value: unknown): unknown {
  if (Array.isArray(value)) return value.map(each => shown(key, each));
  if (isMessage(value)) {
    const isSecret = isSecretName(settingNameIn(value));
    const part = (name: string, each: unknown) => (isSecret && !NAMES.has(name) ? '…' : shown(name, each));
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name.slice(0, 40), part(name, each)]));
  }
  if (value === null || SAFE.has(key)) return typeof value === 'string' ? value.slice(0, 60) : value;
  if (key === 'location' && METER_LOCATION.test(String(value))) return value;
  return VALUES.has(key) && PLAIN.test(String(value)) ? value : '…';
}

/** Fields that name a setting. */
const NAMES: ReadonlySet<string> = new Set(['key', 'component', 'variable', 'readonly', 'attributeStatus']);
/** Returns the name of the setting that a message part describes. Empty: none. */
const settingNameIn = ({ key, component, variable }: Message): string =>
  [key, messageIn(component).name, messageIn(variable).name].filter(part => typeof part === 'string').join('.');

const NAME = /^\w{1,50}$/;
const nameIn = (value: unknown): string => (typeof value === 'string' && NAME.test(value) ? value : '?');

/** Keeps the latest messages of each station for support. They stay in memory until the connection ends or staff request them. */
export function createMessageLog({ store, now }: { store: OcppStore; now(): Date }) {
  const { add, writeOne, list } = createCappedList<string>({ store, prefix: 'log:', limit: MAX_MESSAGES });
  /** Actions of calls that have no response yet, by station and message id. */
  const pendingCalls = new Map<string, Map<string, string>>();

  const inWords = (stationId: string, text: string): string => {
    if (text.length > MAX_FRAME_LENGTH) return `a frame of ${text.length} characters`;
    const frame: unknown = JSON.parse(text);
    if (!Array.isArray(frame)) return 'no message';
    const [kind, id, third, fourth] = frame as unknown[];
    if (typeof id !== 'string' || id.length > MAX_ID_LENGTH) return 'no message';
    const open = pendingCalls.get(stationId) ?? new Map<string, string>();
    pendingCalls.set(stationId, open);
    if (kind === 2) {
      open.set(id, nameIn(third));
      for (const oldest of open.size > MAX_MESSAGES ? [...open.keys()].slice(0, 1) : []) open.delete(oldest);
      return `${nameIn(third)} ${JSON.stringify(shown('', fourth))}`;
    }
    const action = open.get(id) ?? '?';
    open.delete(id);
    return kind === 3 ? `${action} answered ${JSON.stringify(shown('', third))}` : `${action} failed: ${nameIn(third)}`;
  };

  return {
    add(stationId: string, message: unknown, isOurs: boolean): void {
      let words = 'no message';
      try {
        words = inWords(stationId, String(message));
      } catch {
        // The frame is not JSON.
      }
      const line = `${now().toISOString()}  ${isOurs ? '→' : '←'}  ${words}`.slice(0, MAX_LINE_LENGTH);
      // A substring keeps the whole string in memory, which may be a long message. This makes a copy.
      add(stationId, Buffer.from(line).toString());
    },
    async writeDown(stationId: string): Promise<void> {
      await writeOne(stationId);
    },
    /** Stores the messages of a station whose connection has ended. */
    async end(stationId: string): Promise<void> {
      pendingCalls.delete(stationId);
      await writeOne(stationId);
    },
    list,
  };
}

export type MessageLog = ReturnType<typeof createMessageLog>;
