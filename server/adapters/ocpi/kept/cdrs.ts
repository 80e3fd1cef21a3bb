import type { StationListener } from '../../../operator/stationPort.ts';
import type { Receivers } from '../endpoints/receiver.ts';
import { stationOfCdr } from '../mapping/stationOfCdr.ts';
import type { OcpiCdr } from '../messages/cdr.ts';
import { tokenHash } from '../transport/tokens.ts';
import type { KeptStart } from './startRecords.ts';
import { keyOf, type OcpiStore } from './store.ts';

interface CdrsDependencies {
  store: OcpiStore;
  listener(): StationListener;
  findStart(connectionId: string, cdr: OcpiCdr): Promise<KeptStart | null>;
  change(authorizationReference: string, changes: Partial<KeptStart>): Promise<void>;
}

/** CDRs, in whatever order and however often they come. */
export function keepCdrs({ store, listener, findStart, change }: CdrsDependencies): { addCdr: Receivers['cdrs']['add'] } {
  const takeCdr = async (connectionId: string, cdr: OcpiCdr, reference: string): Promise<void> => {
    if (cdr.credit) return;
    const start = await findStart(connectionId, cdr);
    if (!start || start.cdr !== null) return;
    const { authorizationReference } = start;
    await listener().report(authorizationReference, stationOfCdr({ authorizationReference, cdr }));
    await change(authorizationReference, { cdr: reference, endedAt: cdr.end_date_time.toISOString() });
  };

  const addCdr: Receivers['cdrs']['add'] = async ({ connectionId, raw, reading }) => {
    const isValid = 'value' in reading;
    const reference = isValid ? reading.value.id : `invalid-${tokenHash(JSON.stringify(raw)).slice(0, 16)}`;
    const key = keyOf('cdr', connectionId, reference);
    const known = await store.get(key);
    if (known) return { kind: JSON.stringify(known) === JSON.stringify(raw) ? 'repeated' : 'different', reference };
    // The report first: where it fails, the CPO sends its CDR again, and it is not taken for one that is known.
    if (isValid) await takeCdr(connectionId, reading.value, reference);
    await store.put(key, raw);
    return { kind: isValid ? 'created' : 'kept', reference };
  };

  return { addCdr };
}
