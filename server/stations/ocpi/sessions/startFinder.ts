import { isSameId } from '../messages/message.ts';
import { isOfSecond } from './otherSessions.ts';
import { type NamesStart, namesIn, type OpenStart, type StartRecord } from './startRecords.ts';

type FindStart = (connectionId: string, message: NamesStart) => Promise<StartRecord | null>;

interface FinderParts {
  load(reference: string): Promise<StartRecord | null>;
  open(connectionId: string): Promise<readonly OpenStart[]>;
}

/**
 * Finds the start that a session or CDR belongs to, by its authorization reference or its token. A CDR that has neither is found
 * by its session id, among the open starts.
 */
export function createStartFinder({ load, open }: FinderParts): FindStart {
  const findBySession = async (connectionId: string, { session_id: id }: NamesStart) => {
    if (id === undefined) return null;
    const found = (await open(connectionId)).find(({ sessionId }) => sessionId != null && isSameId(sessionId, id));
    return found ? load(found.authorizationReference) : null;
  };
  return async (connectionId, message) => {
    for (const reference of namesIn(message)) {
      const start = await load(reference);
      if (start?.connectionId !== connectionId) continue;
      return isOfSecond(start, message) ? null : start;
    }
    return namesIn(message).length === 0 ? findBySession(connectionId, message) : null;
  };
}
