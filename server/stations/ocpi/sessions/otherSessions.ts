import type { AnomalyListener } from '../../../core/ports/stationPort.ts';
import { isSameId } from '../messages/message.ts';
import type { OcpiSession } from '../messages/session.ts';
import type { Party } from '../transport/headers.ts';
import type { NamesStart, StartRecord } from './startRecords.ts';

export interface OtherSessionsDependencies {
  listener(): AnomalyListener;
  /** Ours. */
  party: Party;
  change(authorizationReference: string, changes: Partial<StartRecord>): Promise<void>;
  /** Stops a session that nobody has asked for. */
  stopOther(start: StartRecord, session: NonNullable<StartRecord['session']>): Promise<unknown>;
}

/** A CPO that makes ever more sessions of one start. */
const MAX_OTHERS = 10;

/** Sessions that no driver here has asked for. */
export function createOtherSessions({ listener, party, change, stopOther }: OtherSessionsDependencies) {
  return {
    /** It is stopped at every message, until it has ended; what it charges is nobody's. */
    async takeSecond(start: StartRecord, session: OcpiSession): Promise<void> {
      const { country_code, party_id, id, status } = session;
      const { authorizationReference, connectionId, others = [] } = start;
      if (others.length < MAX_OTHERS && !others.some(other => isSameId(other, id)))
        await change(authorizationReference, { others: [...others, id] });
      const why = 'a second session of one start';
      await listener().reportOddity({ why, authorizationReference, session: nameOf(connectionId, session) });
      // The CPO waits for our answer to this message.
      if (status === 'ACTIVE' || status === 'PENDING')
        void stopOther(start, { country_code, party_id, id }).catch(() => undefined);
    },
    /** It is not ours to stop. */
    async takeUnasked(connectionId: string, session: OcpiSession): Promise<void> {
      if (!isForUs(session, party)) return;
      const why = 'a session without a start of ours';
      const connection = `ocpi:${connectionId}`;
      await listener().reportOddity({ why, authorizationReference: null, session: nameOf(connectionId, session), connection });
    },
  };
}

/** One that never began may be followed by another one. */
export const isOtherSession = ({ session: bound, known }: StartRecord, session: OcpiSession): boolean =>
  bound !== null && !isSameId(bound.id, session.id) && known?.state !== 'cancelled';

/** The account of another session than the one that is billed. */
export function isOfSecond({ session, others = [] }: StartRecord, { session_id: sessionId }: NamesStart): boolean {
  if (sessionId === undefined) return false;
  // Of more others than these the ids are not stored: then every id but that of the first is another one.
  if (others.length >= MAX_OTHERS && session !== null) return !isSameId(session.id, sessionId);
  return others.some(other => isSameId(other, sessionId));
}

/** A hub tells of everybody's sessions; only those by a token of ours concern us. */
const isForUs = ({ cdr_token: { country_code, party_id } = { uid: '' } }: OcpiSession, party: Party): boolean =>
  (country_code === undefined || isSameId(country_code, party.country_code)) &&
  (party_id === undefined || isSameId(party_id, party.party_id));

/** As a person finds it at the CPO. */
const nameOf = (connectionId: string, { country_code, party_id, id }: OcpiSession): string =>
  `ocpi:${connectionId}/${country_code}*${party_id}*${id}`;
