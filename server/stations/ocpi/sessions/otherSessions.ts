import type { AnomalyListener } from '../../../core/ports/stationPort.ts';
import { isSameId } from '../messages/message.ts';
import type { OcpiSession } from '../messages/session.ts';
import type { Party } from '../transport/headers.ts';
import type { NamesStart, StartRecord } from './startRecords.ts';

export interface OtherSessionsDependencies {
  listener(): AnomalyListener;
  /** The shop's party. */
  party: Party;
  change(authorizationReference: string, changes: Partial<StartRecord>): Promise<void>;
  /** Sends a stop for a session without an order. */
  stopOther(start: StartRecord, session: NonNullable<StartRecord['session']>): Promise<unknown>;
}

/** Maximum number of stored ids, in case a CPO creates ever more sessions for one start. */
const MAX_OTHERS = 10;

/** Handles sessions that no driver has ordered. */
export function createOtherSessions({ listener, party, change, stopOther }: OtherSessionsDependencies) {
  return {
    /**
     * Handles a second session of a start. Every message about the session sends a stop, until the session has ended. Its energy
     * is not billed.
     */
    async acceptSecond(start: StartRecord, session: OcpiSession): Promise<void> {
      const { country_code, party_id, id, status } = session;
      const { authorizationReference, connectionId, others = [] } = start;
      if (others.length < MAX_OTHERS && !others.some(other => isSameId(other, id)))
        await change(authorizationReference, { others: [...others, id] });
      const why = 'a second session of one start';
      await listener().reportAnomaly({ why, authorizationReference, session: nameOf(connectionId, session) });
      // Not awaited, because the CPO waits for the response to this message.
      if (status === 'ACTIVE' || status === 'PENDING')
        void stopOther(start, { country_code, party_id, id }).catch(() => undefined);
    },
    /** Reports a session without a start. The app does not stop that session. */
    async acceptUnrequested(connectionId: string, session: OcpiSession): Promise<void> {
      if (!isForUs(session, party)) return;
      const why = 'a session without a start of ours';
      const connection = `ocpi:${connectionId}`;
      await listener().reportAnomaly({ why, authorizationReference: null, session: nameOf(connectionId, session), connection });
    },
  };
}

/** True if the start already has another session. After a session that never began, another one is accepted. */
export const isOtherSession = ({ session: bound, known }: StartRecord, session: OcpiSession): boolean =>
  bound !== null && !isSameId(bound.id, session.id) && known?.state !== 'cancelled';

/** True if a CDR belongs to another session than the billed one. */
export function isOfSecond({ session, others = [] }: StartRecord, { session_id: sessionId }: NamesStart): boolean {
  if (sessionId === undefined) return false;
  // No further ids are stored. Every session except the first then counts as another one.
  if (others.length >= MAX_OTHERS && session !== null) return !isSameId(session.id, sessionId);
  return others.some(other => isSameId(other, sessionId));
}

/** A hub sends the sessions of all eMSPs. Only sessions with the shop's tokens are relevant. */
const isForUs = ({ cdr_token: { country_code, party_id } = { uid: '' } }: OcpiSession, party: Party): boolean =>
  (country_code === undefined || isSameId(country_code, party.country_code)) &&
  (party_id === undefined || isSameId(party_id, party.party_id));

/** The name by which staff find the session at the CPO. */
const nameOf = (connectionId: string, { country_code, party_id, id }: OcpiSession): string =>
  `ocpi:${connectionId}/${country_code}*${party_id}*${id}`;
