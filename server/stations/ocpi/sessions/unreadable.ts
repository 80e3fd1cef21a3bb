import type { AnomalyListener } from '../../../core/ports/stationPort.ts';
import type { MessageFault } from '../messages/message.ts';
import { isObject } from '../messages/patch.ts';
import type { PeerRecords } from './peerRecords.ts';
import { type NamesStart, namedInRaw, type StartRecord } from './startRecords.ts';

export interface UnreadableMessage {
  connectionId: string;
  module: 'sessions' | 'cdrs';
  /** Parsed JSON, as sent by the CPO platform. */
  raw: unknown;
  faults: readonly MessageFault[];
}

export type ReportUnreadable = (message: UnreadableMessage) => Promise<boolean>;

interface UnreadableDependencies {
  listener(): AnomalyListener;
  findStart(connectionId: string, named: NamesStart): Promise<StartRecord | null>;
  change(authorizationReference: string, changes: Partial<StartRecord>): Promise<void>;
  records: Pick<PeerRecords, 'noteUnreadable'>;
}

const MAX_TEXT = 200;

/**
 * Raises one alert for an invalid message about a session, because the CPO platform does not repeat the message, and nothing
 * else would show that a bill is missing.
 * @returns false if the message is about no session that the app has started
 */
export function createUnreadable({ listener, findStart, change, records }: UnreadableDependencies): ReportUnreadable {
  return async ({ connectionId, module, raw, faults }) => {
    const names = namedInRaw(raw);
    const id = isObject(raw) && typeof raw.id === 'string' ? raw.id : '';
    const start = await findStart(connectionId, module === 'sessions' && id !== '' ? { ...names, session_id: id } : names);
    if (!start) return false;
    const [{ path, reason } = { path: '$', reason: 'cannot be read' }] = faults;
    const unreadable = `${module} ${path}: ${reason}`.slice(0, MAX_TEXT);
    if (start.unreadable === unreadable) return true;
    records.noteUnreadable(connectionId);
    const { authorizationReference } = start;
    const why = module === 'cdrs' ? 'a CDR cannot be read' : 'a message about a session cannot be read';
    const session = `ocpi:${connectionId}/${id.slice(0, 36)} ${path}: ${reason}`.slice(0, MAX_TEXT);
    await listener().reportAnomaly({ why, authorizationReference, session });
    await change(authorizationReference, { unreadable });
    return true;
  };
}
