import type { SignedInPerson } from '../../../shared/console/signedIn.ts';
import { iso } from '../../../shared/model/time.ts';
import type { Db } from '../../store/engine/database.ts';
import { listSignIns } from '../../store/staff/signIns.ts';
import { rightsOf } from './signIns.ts';

const MAX_PEOPLE = 1000;

/** Lists the signed-in people in alphabetical order. A person with several sign-ins appears once. */
export async function listSignedIn(db: Db, now: Date): Promise<readonly SignedInPerson[]> {
  const people = Map.groupBy(await listSignIns(db, { now, limit: MAX_PEOPLE }), ({ name }) => name);
  return [...people]
    .map(([name, [newest, ...others]]) => ({
      ...{ name, rights: newest ? rightsOf(newest) : { may: 'read' as const }, since: iso(newest?.createdAt ?? now) },
      count: others.length + 1,
    }))
    .sort((one, other) => one.name.localeCompare(other.name));
}
