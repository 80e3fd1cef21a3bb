import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Report, ReportCompared, ReportMoney, ReportPart, ReportStep } from '../../../shared/console/reports.ts';
import { iso } from '../../../shared/model/time.ts';
import { later } from '../../core/records/instants.ts';
import type { Db } from '../../store/engine/database.ts';
import { sumVat } from '../../store/staff/entryRows.ts';
import type { Span } from '../../store/staff/ledgerRows.ts';
import { sumLines, sumRefunds } from '../../store/staff/ledgerSums.ts';
import { countConnectorsAt, listLocations, sumBillLines, sumUse, type UseRow } from '../../store/staff/useRows.ts';
import { type Ledger, MAX_ENTRIES_PER_REQUEST, suppliersOf } from './ledger.ts';
import { addUse, locationsOf } from './reportLocations.ts';
import { type ReportPeriod, readReportPeriod, type StepPeriod } from './reportPeriod.ts';
import { bringUp } from './updateLedger.ts';

/** Sums of a day or month. */
interface Sums {
  use: readonly UseRow[];
  money: readonly ReportMoney[];
}

/**
 * Returns energy, money and use of a month or year. Each statement reads one day of a month or one month of a year by an index,
 * so the time depends on the sessions of the period, and other requests are served between the statements.
 * @returns null if `period` is no month or year
 */
export async function getReport(
  ledger: Ledger,
  { period: name, supplier }: { period: string; supplier: string | null },
): Promise<Report | null> {
  const { store, timeZone, now } = ledger;
  const { db } = store;
  const period = readReportPeriod(name, timeZone);
  if (!period) return null;
  const whose = supplier === null ? {} : { suppliers: [supplier] };
  const isWhole = await bringUp(ledger, { from: period.from, to: period.to, ...whose }, MAX_ENTRIES_PER_REQUEST);
  const sums = await sumsOfSteps(db, { period, whose, now });
  const use = sums.flatMap(({ own }) => own.use);
  const locations = await listLocations(db, { evseIds: [...new Set(use.map(({ evseId }) => evseId))], ...whose });
  return {
    period: name,
    timeZone,
    at: iso(now),
    before: period.before,
    after: period.to < now ? period.after : null,
    supplier,
    suppliers: await suppliersOf(db),
    pending: !isWhole,
    steps: sums.map(({ step, own, compared }) => ({
      ...{ name: step.name, state: stateOf(step, now) },
      ...{ ...addUse(own.use), money: own.money, before: compared },
    })),
    total: { ...addUse(use), money: addMoney(sums.flatMap(({ own }) => own.money)) },
    totalBefore: addCompared(sums.flatMap(({ comparedSoFar }) => comparedSoFar ?? [])),
    parts: addParts(sums.flatMap(({ parts }) => parts)),
    locations: locationsOf(use, {
      locations,
      connectorsAt: await countConnectorsAt(db, { places: [...new Set(locations.map(({ place }) => place))], ...whose }),
      elapsedMs: Math.min(now.getTime(), period.to.getTime()) - period.from.getTime(),
    }),
  };
}

function stateOf({ from, to }: StepPeriod, now: Date): ReportStep['state'] {
  if (to <= now) return 'over';
  return from <= now ? 'running' : 'future';
}

interface StepSums {
  step: StepPeriod;
  own: Sums;
  parts: readonly ReportPart[];
  compared: ReportCompared;
  /** Like `compared`, but of the running step only the part that has elapsed in it. Null: the step is in the future. */
  comparedSoFar: ReportCompared | null;
}

async function sumsOfSteps(
  db: Db,
  { period, whose, now }: { period: ReportPeriod; whose: Pick<Span, 'suppliers'>; now: Date },
): Promise<StepSums[]> {
  const all: StepSums[] = [];
  for (const step of period.steps) {
    const span = { from: step.from, to: step.to, ...whose };
    const compared = await comparedOf(db, { ...step.compared, ...whose });
    if (stateOf(step, now) === 'future')
      all.push({ step, own: { use: [], money: [] }, parts: [], compared, comparedSoFar: null });
    else {
      const { from, to } = step.compared;
      const elapsed = later(from, now.getTime() - step.from.getTime());
      const comparedSoFar = step.to <= now ? compared : await comparedOf(db, { from, to: elapsed < to ? elapsed : to, ...whose });
      all.push({ step, own: await sumsOf(db, span), parts: await sumBillLines(db, span), compared, comparedSoFar });
    }
    await nextTurn();
  }
  return all;
}

async function comparedOf(db: Db, span: Span): Promise<ReportCompared> {
  const captured = (await sumLines(db, span)).map(line => ({ ...pick(line), capturedMinor: line.capturedMinor }));
  return { ...addUse(await sumUse(db, span)), captured };
}

async function sumsOf(db: Db, span: Span): Promise<Sums> {
  const use = await sumUse(db, span);
  const money: ReportMoney[] = [
    ...(await sumLines(db, span)).map(line => ({ ...NO_MONEY, ...pick(line), capturedMinor: line.capturedMinor })),
    ...(await sumRefunds(db, span)).map(({ refundedMinor, creditedMinor, ...each }) => ({
      ...{ ...NO_MONEY, ...pick(each), refundedMinor, creditedMinor },
    })),
    ...(await sumVat(db, span)).map(({ netMinor, vatMinor, ...each }) => ({ ...NO_MONEY, ...pick(each), netMinor, vatMinor })),
  ];
  return { use, money: addMoney(money) };
}

const NO_MONEY = { capturedMinor: 0, refundedMinor: 0, creditedMinor: 0, netMinor: 0, vatMinor: 0 };
const pick = ({ supplier, currency }: Pick<ReportMoney, 'supplier' | 'currency'>) => ({ supplier, currency });

/** Adds up the amounts of each brand and currency, sorted by both. */
function addMoney(all: readonly ReportMoney[]): ReportMoney[] {
  const groups = Map.groupBy(all, ({ supplier, currency }) => `${supplier} ${currency}`);
  const fields = ['capturedMinor', 'refundedMinor', 'creditedMinor', 'netMinor', 'vatMinor'] as const;
  return [...groups]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([, group]) => {
      const [first] = group;
      if (!first) return [];
      const sums = fields.map(field => [field, group.reduce((sum, each) => sum + each[field], 0)] as const);
      return [{ ...pick(first), ...NO_MONEY, ...Object.fromEntries(sums) }];
    });
}

const addCompared = (all: readonly ReportCompared[]): ReportCompared => ({
  ...addUse(all),
  captured: addMoney(all.flatMap(({ captured }) => captured.map(each => ({ ...NO_MONEY, ...each })))).map(each => ({
    ...{ ...pick(each), capturedMinor: each.capturedMinor },
  })),
});

function addParts(all: readonly ReportPart[]): ReportPart[] {
  const groups = Map.groupBy(all, ({ supplier, currency, kind }) => `${supplier} ${currency} ${kind}`);
  return [...groups.values()].flatMap(group => {
    const [first] = group;
    return first ? [{ ...first, amountMinor: group.reduce((sum, { amountMinor }) => sum + amountMinor, 0) }] : [];
  });
}
