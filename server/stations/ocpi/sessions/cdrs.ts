import { isDeepStrictEqual } from 'node:util';
import { canonicalJson } from '../../../core/formats/tariffRecord.ts';
import type { StationListener } from '../../../core/ports/stationPort.ts';
import type { Agreement } from '../connections/connections.ts';
import { type CdrReading, type OcpiCdr, readCdr } from '../messages/cdr.ts';
import { isSameId } from '../messages/message.ts';
import { isObject } from '../messages/patch.ts';
import type { Receivers } from '../messages/receiver.ts';
import { keyOf, type OcpiStore } from '../storage/store.ts';
import { tokenHash } from '../transport/tokens.ts';
import { isFullReversal } from './cdrMapping.ts';
import type { PeerRecords } from './peerRecords.ts';
import { cdrOf, hasRoom, type NamesStart, namedInRaw, type StartRecord, startLockKey, withOneMore } from './startRecords.ts';
import { stationOfCdr } from './stationOfCdr.ts';
import type { ReportUnreadable, UnreadableMessage } from './unreadable.ts';

interface CdrsDependencies {
  store: OcpiStore;
  listener(): StationListener;
  reportUnreadable: ReportUnreadable;
  agreedWith(connectionId: string): Promise<Agreement>;
  findStart(connectionId: string, named: NamesStart): Promise<StartRecord | null>;
  change(authorizationReference: string, changes: Partial<StartRecord>): Promise<void>;
  changeBy(authorizationReference: string, changesOf: (known: StartRecord) => Partial<StartRecord>): Promise<void>;
  records: Pick<PeerRecords, 'noteHabits' | 'noteUnmatched'>;
}

/**
 * Returns the name of a CDR in its row and its URL. It contains the party, because a CDR's id is unique only within a party, and
 * a connection may represent several (OCPI 2.2.1 §10.3.1).
 */
const referenceOf = ({ country_code, party_id, id }: OcpiCdr): string => `${country_code}*${party_id}*${id}`;

/**
 * Receives CDRs and credit CDRs in any order, and also repeatedly. A start is billed by its first CDR that was not reversed by a
 * credit CDR.
 */
export function createCdrReceiver(dependencies: CdrsDependencies): { addCdr: Receivers['cdrs']['add'] } {
  const { store, listener, findStart, changeBy, reportUnreadable, records } = dependencies;
  const applyCdr = createBilling(dependencies);

  /**
   * Alerts staff of an invalid CDR. Some CPO platforms write all amounts of a credit CDR as negative numbers, which makes it
   * invalid. Such a CDR is reported as a credit.
   */
  const applyInvalid = async ({ connectionId, raw, faults }: Omit<UnreadableMessage, 'module'>, reference: string) => {
    const start = await findStart(connectionId, namedInRaw(raw));
    if (start && isObject(raw) && raw.credit === true)
      await listener().reportCdr(start.authorizationReference, { kind: 'unclear', reference });
    else await reportUnreadable({ connectionId, module: 'cdrs', raw, faults });
  };

  const add: Receivers['cdrs']['add'] = async ({ connectionId, raw, reading }) => {
    const isValid = 'value' in reading;
    const reference = cdrReferenceOf(raw, reading);
    // CDRs of sessions that the app did not start are not stored.
    const owner = await findStart(connectionId, isValid ? reading.value : namedInRaw(raw));
    if (!owner) {
      records.noteUnmatched(connectionId, { module: 'cdrs', name: reference });
      return { kind: 'unmatched', reference };
    }
    const { authorizationReference } = owner;
    const key = keyOf('cdr', connectionId, reference);
    const known = await store.get(key);
    if (known && isSameAccount(known, raw)) return { kind: 'repeated', reference };
    if (known) {
      if (isValid) await listener().reportCdr(authorizationReference, { kind: 'another', reference });
      return { kind: 'different', reference };
    }
    const stored = isValid ? 'cdrs' : 'unreadable';
    if (isValid && !hasRoom(owner, stored)) {
      await listener().reportCdr(authorizationReference, { kind: 'another', reference });
      return { kind: 'excess', reference };
    }
    // The CDR is billed before it is stored. If billing fails, the CPO sends the CDR again, and a stored CDR would then be
    // ignored.
    if (isValid) await applyCdr(connectionId, reading.value, reference);
    else await applyInvalid({ connectionId, raw, faults: reading.faults }, reference);
    if (!hasRoom(owner, stored)) return { kind: 'excess', reference };
    if (isValid) records.noteHabits(connectionId, reading.quirks);
    await changeBy(authorizationReference, start => withOneMore(start, stored));
    await store.put(key, raw);
    return { kind: isValid ? 'created' : 'kept', reference };
  };

  return {
    // CDRs of one start are processed one after the other. Otherwise a CDR that arrives by push and by pull at the same time
    // could be billed twice.
    addCdr: request => store.withLease(cdrLockKey(request), () => add(request)),
  };
}

/** Creates the function that applies a CDR or credit CDR to its start. */
function createBilling({ store, listener, agreedWith, findStart, change }: CdrsDependencies) {
  const applyCredit = async (start: StartRecord, credit: OcpiCdr, reference: string): Promise<void> => {
    const { authorizationReference, connectionId, reversed = [], earlyCredits = [], otherCdrs = [] } = start;
    const original = await cdrOf(store, start);
    const { credit_reference_id: of } = credit;
    if (original === null && of !== undefined) {
      // The credit arrived before the CDR that it reverses, and is stored until that CDR arrives.
      if (![...reversed, ...earlyCredits.map(early => early.of)].some(id => isSameId(id, of)))
        await change(authorizationReference, { earlyCredits: [...earlyCredits, { of, reference }] });
      return;
    }
    const isFull = original !== null && isFullReversal({ credit, original });
    await listener().reportCdr(authorizationReference, { kind: isFull ? 'reversed' : 'unclear', reference: credit.id });
    if (!isFull) return;
    await change(authorizationReference, { cdr: null, reversed: [...reversed, original.id] });
    // The CDR that replaces the reversed one may have arrived before the credit. It is applied now, because a stored CDR is
    // ignored if it arrives again.
    for (const reference of otherCdrs) {
      const other = await cdrOf(store, { connectionId, cdr: reference });
      if (other) await applyCdr(connectionId, other, reference);
    }
  };

  const applyCdr = async (connectionId: string, cdr: OcpiCdr, reference: string): Promise<void> => {
    const start = await findStart(connectionId, cdr);
    if (!start) return;
    const { authorizationReference, reversed = [], otherCdrs = [] } = start;
    if (cdr.credit) return applyCredit(start, cdr, reference);
    if (reversed.some(id => isSameId(id, cdr.id))) return;
    const credit = await earlyCreditOf(store, start, cdr);
    if (credit && isFullReversal({ credit, original: cdr })) {
      // If another CDR was already billed, the reversed CDR and its credit have no effect.
      if (start.cdr === null) await listener().reportCdr(authorizationReference, { kind: 'reversed', reference: credit.id });
      return change(authorizationReference, { reversed: [...reversed, cdr.id] });
    }
    if (start.cdr !== null) {
      if (isSameId(start.cdr, reference)) return;
      await listener().reportCdr(authorizationReference, { kind: 'another', reference });
      if (!otherCdrs.some(id => isSameId(id, reference)))
        await change(authorizationReference, { otherCdrs: [...otherCdrs, reference] });
      return;
    }
    const agreed = await agreedWith(connectionId);
    await listener().report(authorizationReference, stationOfCdr({ authorizationReference, connectionId, cdr, agreed }));
    await change(authorizationReference, { cdr: reference, endedAt: cdr.end_date_time.toISOString() });
    if (credit) await listener().reportCdr(authorizationReference, { kind: 'unclear', reference: credit.id });
  };
  return applyCdr;
}

const cdrLockKey = ({ connectionId, raw, reading }: Parameters<Receivers['cdrs']['add']>[0]): string =>
  startLockKey(connectionId, 'value' in reading ? reading.value : namedInRaw(raw));

/** Returns the name of a CDR. The name of an invalid CDR is derived from the hash of its content. */
export const cdrReferenceOf = (raw: unknown, reading: CdrReading): string =>
  'value' in reading ? referenceOf(reading.value) : `invalid-${tokenHash(JSON.stringify(raw)).slice(0, 16)}`;

/** Returns the credit that arrived before this CDR. Null: no credit arrived before it. */
async function earlyCreditOf(
  store: OcpiStore,
  { connectionId, earlyCredits = [] }: StartRecord,
  { id }: OcpiCdr,
): Promise<OcpiCdr | null> {
  const early = earlyCredits.find(({ of }) => isSameId(of, id));
  return early ? cdrOf(store, { connectionId, cdr: early.reference }) : null;
}

/**
 * True if two CDRs have the same values apart from `last_updated`. Some CPO platforms send every CDR anew each hour, with null
 * for missing fields or in the form of another OCPI version.
 */
export function isSameAccount(one: unknown, other: unknown): boolean {
  if (isDeepStrictEqual(one, other)) return true;
  const contentOf = (raw: unknown) => {
    const reading = readCdr(raw, '2.3.0');
    const content: unknown = 'value' in reading ? reading.value : raw;
    return canonicalJson(isObject(content) ? { ...content, last_updated: null } : content);
  };
  return contentOf(one) === contentOf(other);
}
