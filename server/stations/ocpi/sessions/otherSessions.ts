import type { AnomalyListener } from '../../../core/ports/stationPort.ts';
import { isSameId } from '../messages/message.ts';
import type { OcpiSession } from '../messages/session.ts';
import type { Party } from '../transport/headers.ts';
import type { NamesStart, StartRecord } from './startRecords.ts';

export interface OtherSessionsDependencies {
  listener(): AnomalyListener;
  /** The operator's OCPI party: country code and party id. */
  party: Party;
  change(authorizationReference: string, changes: Partial<StartRecord>): Promise<void>;
  /** Sends a stop for a session that no driver ordered. */
  stopOther(start: StartRecord, session: NonNullable<StartRecord['session']>): Promise<unknown>;
}

/** Maximum number of stored session ids per start, in case a CPO creates ever more sessions for one start. */
const MAX_OTHERS = 10;

/** Handles sessions that no driver has ordered. */
export function createOtherSessions({ listener, party, change, stopOther }: OtherSessionsDependencies) {
  return {
    /**
     * Handles a second session of a start. Its energy is not billed. Every message about it makes the app send a stop, until it
     * has ended.
     */
    async handleSecond(start: StartRecord, session: OcpiSession): Promise<void> {
      const { country_code, party_id, id, status } = session;
      const { authorizationReference, connectionId, others = [] } = start;
      if (others.length < MAX_OTHERS && !others.some(other => isSameId(other, id)))
        await change(authorizationReference, { others: [...others, id] });
      const why = 'a second session of one start';
      await listener().reportAnomaly({ why, authorizationReference, session: nameOf(connectionId, session) });
      // The stop is not awaited, because the CPO waits for the response to its message.
      if (status === 'ACTIVE' || status === 'PENDING')
        void stopOther(start, { country_code, party_id, id }).catch(() => undefined);
    },
    /** Reports a session that the app did not start. The app does not stop it. */
    async reportUnrequested(connectionId: string, session: OcpiSession): Promise<void> {
      if (!isForUs(session, party)) return;
      const why = 'a session without a start of ours';
      const connection = `ocpi:${connectionId}`;
      await listener().reportAnomaly({ why, authorizationReference: null, session: nameOf(connectionId, session), connection });
    },
  };
}

/** True if the start already has a different session. If that session never began, the new one replaces it. */
export const isOtherSession = ({ session: bound, known }: StartRecord, session: OcpiSession): boolean =>
  bound !== null && !isSameId(bound.id, session.id) && known?.state !== 'cancelled';

/** True if the CDR is about a second session of the start, which is not billed. */
export function isOfSecond({ session, others = [] }: StartRecord, { session_id: sessionId }: NamesStart): boolean {
  if (sessionId === undefined) return false;
  // The list is full and may lack sessions, so every session except the billed one counts as a second session.
  if (others.length >= MAX_OTHERS && session !== null) return !isSameId(session.id, sessionId);
  return others.some(other => isSameId(other, sessionId));
}

/** True if the session's token was issued by the operator. A hub also sends the sessions of other eMSPs. */
const isForUs = ({ cdr_token: { country_code, party_id } = { uid: '' } }: OcpiSession, party: Party): boolean =>
  (country_code === undefined || isSameId(country_code, party.country_code)) &&
  (party_id === undefined || isSameId(party_id, party.party_id));

/** Returns the name by which staff find the session at the CPO. */
const nameOf = (connectionId: string, { country_code, party_id, id }: OcpiSession): string =>
  `ocpi:${connectionId}/${country_code}*${party_id}*${id}`;
