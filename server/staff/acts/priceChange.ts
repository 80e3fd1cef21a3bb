import type { PriceAct } from '../../../shared/console/acts.ts';
import type { AuditedAct } from '../../../shared/console/audit.ts';
import type { PriceChangePreview } from '../../../shared/console/prices.ts';
import { DAY_MS, iso, MINUTE_MS } from '../../../shared/model/time.ts';
import { changedTariff } from '../../core/formats/changedTariff.ts';
import { canonicalJson } from '../../core/formats/tariffRecord.ts';
import { priceRows } from '../../core/pricing/priceRows.ts';
import type { TariffRecord } from '../../core/records/records.ts';
import { FILES, type TariffPeriod } from '../../core/records/tariffPeriods.ts';
import { comparePrices } from '../../shop/catalogue/comparePrices.ts';
import { loadTariffState, type TariffState, validPeriod } from '../../shop/catalogue/tariffState.ts';
import {
  type Clients,
  currentClients,
  localInstant,
  MAX_PRICED_PLUGS,
  type PricesContext,
  remarksOn,
  type Use,
  usesOf,
  verdictOn,
} from '../../shop/catalogue/tariffUses.ts';
import type { Trx } from '../../store/engine/database.ts';
import { listUsesOf } from '../../store/shop/plugsSold.ts';
import { periodsText, type TariffChange } from '../../store/shop/tariffChanges.ts';
import { auditLineOf, findLastActAbout } from '../../store/staff/acts.ts';
import { type ActContext, ActRefused, textsOf } from './act.ts';

export type PriceActOf<Name extends PriceAct['does']> = Extract<PriceAct, { does: Name }>;

export const { text, step } = textsOf('prices');
export const refuse = (message: string, key: string, values = {}) => new ActRefused(message, text(`refusal.${key}`, values));

const PRICE_ACTS: readonly AuditedAct[] = ['change-price', 'request-price', 'confirm-price', 'decline-price', 'withdraw-price'];

/** A price can be announced at most this long before it starts. A later date is probably a typing error. */
const MAX_ANNOUNCED_MS = 731 * DAY_MS;

/** A tariff that staff may change, and a connector that is sold at the tariff. */
export interface EditedTariff {
  state: TariffState;
  use: Use;
  context: PricesContext;
  clients: Clients;
}

/**
 * Loads a tariff for an action.
 * @param revision the revision that the person saw; absent on the command line
 * @throws ActRefused if the tariff cannot be changed, or has changed since the person saw the tariff
 */
export async function editedTariff(
  { dependencies: { holidays, selling }, trx, now }: ActContext,
  { tariff: id, revision }: { tariff: string; revision?: string },
): Promise<EditedTariff> {
  const context: PricesContext = { store: { db: trx }, holidays, clock: { now: () => now }, selling: selling ?? null };
  const clients = await currentClients(context);
  const [use] = await usesOf(context, { id, clients, limit: 1 });
  const state = await loadTariffState(trx, id);
  if (!use)
    throw refuse(`No charging point is offered with tariff ${id}. \`prices\` lists the tariffs.`, 'unknown', { tariff: id });
  if (state.periods.length === 0)
    throw refuse(`${id} comes from a charge point operator by OCPI, who sets its prices.`, 'byConnection', { tariff: id });
  if (revision !== undefined && revision !== state.revision) throw await changedSince(trx, id);
  return { state, use, context, clients };
}

async function changedSince(trx: Trx, about: string): Promise<ActRefused> {
  const last = await findLastActAbout(trx, { kinds: PRICE_ACTS, about });
  const by = last && auditLineOf(last);
  return new ActRefused('The prices have changed in the meantime. Check them and try again.', null, {
    kind: 'changed',
    by,
    left: null,
  });
}

/** Returns the periods of the operator's files as a text. The next import compares its files with the text. */
export const filePeriodsOf = (periods: readonly TariffPeriod[]): string =>
  periodsText(periods.filter(({ source }) => source === FILES));

/** A change that is possible, not yet written. */
export interface PlannedChange {
  record: TariffRecord;
  change: Pick<TariffChange, 'version' | 'base' | 'from' | 'until' | 'replaced'>;
  preview: PriceChangePreview;
}

/**
 * Checks a change of prices.
 * @throws ActRefused
 */
export async function planChange(
  edited: EditedTariff,
  { base, from, prices, added }: PriceActOf<'change-price'>,
): Promise<PlannedChange> {
  const { state, use, context } = edited;
  const now = context.clock.now();
  const start = startOf(from, use.point.timeZone, now);
  const period = validPeriod(state, start);
  if (!period) throw refuse('No price applies at that time, so none can be changed.', 'noPrice');
  if (base === undefined ? !hasSameRows(period, validPeriod(state, now)) : period.version !== base)
    throw refuse('Another announced price applies at that time. Choose an earlier start, or change that price.', 'otherBase');
  const record = changedTariff(period.tariff, { prices, added });
  if (!record) throw refuse('The tariff has no such price. `prices` lists them.', 'noRow');
  if (record.version === period.version) throw refuse('The new prices are equal to the old ones.', 'same');
  if (verdictOn(record.tariff) === 'impossible')
    throw refuse('A price is impossibly high. Prices are in currency units, not in hundredths.', 'impossible');
  const atStart = state.periods.find(each => (each.from ?? 0) === start.getTime() && each.source === FILES);
  const replaced = atStart ? { version: atStart.version, until: atStart.until } : replacedBefore(state, start);
  const change = { version: record.version, base: period.version, from: start.getTime(), until: period.until, replaced };
  return { record, change, preview: await previewOf(edited, { before: period, after: record, start }) };
}

/**
 * Returns true if the prices of two versions are for the same, so that the number of a price means the same in both. The command
 * line names prices by the numbers of the version that is valid now.
 */
function hasSameRows(one: TariffPeriod, other: TariffPeriod | null): boolean {
  const rowsOf = ({ tariff }: TariffPeriod) => canonicalJson(priceRows(tariff).map(({ priceMicro: _, unit: __, ...row }) => row));
  return other !== null && rowsOf(one) === rowsOf(other);
}

/** Returns the period of the files that an earlier change with the same start has replaced. */
const replacedBefore = ({ changes }: TariffState, start: Date): TariffChange['replaced'] =>
  changes.done.findLast(({ from }) => from === start.getTime())?.replaced ?? null;

/**
 * Converts the start of new prices into an instant.
 * @throws ActRefused if the time does not exist, is ambiguous, has passed, or is too far in the future
 */
function startOf(from: string, timeZone: string, now: Date): Date {
  const start = /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(from) ? localInstant(from, timeZone, { disambiguation: 'reject' }) : null;
  if (!start)
    throw refuse(
      `Invalid start. Use a local time such as 2026-12-01T00:00. A time that a clock change of ${timeZone} skips or repeats is not possible.`,
      'noTime',
      { zone: timeZone },
    );
  refusePast(start, now);
  if (start.getTime() - now.getTime() > MAX_ANNOUNCED_MS)
    throw refuse('The start is more than two years in the future.', 'tooFar');
  return start;
}

/** @throws ActRefused if a price would start before the current minute, because its orders are already placed */
export function refusePast(start: Date, now: Date): void {
  if (start.getTime() < Math.floor(now.getTime() / MINUTE_MS) * MINUTE_MS)
    throw refuse('The start has passed. Orders up to now have been placed at the old price.', 'past');
}

/** Describes what a change does. `after` is the version that starts at `start`. */
export async function previewOf(
  { state, use, context, clients }: EditedTariff,
  { before, after, start }: { before: TariffPeriod; after: TariffRecord; start: Date },
): Promise<PriceChangePreview> {
  const samples = await usesOf(context, { id: after.id, clients, limit: MAX_PRICED_PLUGS });
  const uses = await listUsesOf(context.store.db, after.id);
  const next = state.periods.flatMap(({ from }) => (from !== null && from > start.getTime() ? from : []));
  const ends = [...next, ...(before.until === null ? [] : [before.until])];
  return {
    ...{ from: iso(start), until: ends.length === 0 ? null : iso(new Date(Math.min(...ends))) },
    ...{ timeZone: use.point.timeZone, currency: after.tariff.currency },
    ...comparePrices(context, { use, before: before.tariff, after: after.tariff, start }),
    remarks: remarksOn(context, { tariff: after.tariff, isSold: true, uses, samples, clients }),
  };
}
