import type { Act } from '../../../shared/console/acts.ts';
import type { ForeseenStep, Text } from '../../../shared/console/operating.ts';
import type { SignedInPerson } from '../../../shared/console/signedIn.ts';
import { iso } from '../../../shared/model/time.ts';
import type { Db } from '../../store/engine/database.ts';
import { endAllSignIns, listSignIns } from '../../store/staff/signIns.ts';
import type { Doing, Done } from './actContext.ts';
import { ActRefused } from './manualSettlement.ts';

const text = (key: string, values: Text['values'] = {}): Text => ({ key: `acts.endSignIns.${key}`, values });
const step = (key: string, values: Text['values'] = {}): ForeseenStep => ({ text: text(key, values), note: null, amount: null });

/** Signs one person out on every device, or everybody. Their links go with it. @throws NotStuck where there is nothing to end */
export async function endSignIns({ asker, trx, now }: Doing, { person }: Extract<Act, { does: 'end-sign-ins' }>): Promise<Done> {
  const ended = await endAllSignIns(trx, { name: person, now });
  if (ended.session + ended.link === 0)
    throw new ActRefused('Nobody is signed in by that name, and no link waits.', text('nobody'));
  const isYou = asker.who.by !== 'command' && (person === null || person === asker.who.name);
  return {
    button: text(person === null ? 'all' : 'button'),
    ...{ before: [], after: [], amount: null },
    steps: [
      ...(ended.session > 0 ? [step('ended', { count: ended.session })] : []),
      ...(ended.link > 0 ? [step('links')] : []),
      step('again'),
    ],
    warning: isYou ? text('you') : null,
  };
}

const MAX_PEOPLE = 1000;

/** Who is signed in, each once, in the order of letters. */
export async function listSignedIn(db: Db, now: Date): Promise<readonly SignedInPerson[]> {
  const people = Map.groupBy(await listSignIns(db, { now, most: MAX_PEOPLE }), ({ name }) => name);
  return [...people]
    .map(([name, [newest, ...others]]) => ({
      ...{ name, may: newest?.may ?? 'read', since: iso(newest?.createdAt ?? now) },
      count: others.length + 1,
    }))
    .sort((one, other) => one.name.localeCompare(other.name));
}
