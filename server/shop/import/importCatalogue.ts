import { iso } from '../../../shared/model/time.ts';
import type { Seen } from '../../core/formats/folder.ts';
import type { OperatorData } from '../../core/records/records.ts';
import { CONSOLE, FILES, periodAt, type TariffPeriod } from '../../core/records/tariffPeriods.ts';
import type { Db, Trx } from '../../store/engine/database.ts';
import { createKeyValueStore } from '../../store/jobs/keyValueStore.ts';
import { emit } from '../../store/jobs/webhookEvents.ts';
import { readCatalogue, type StoredCatalogue } from '../../store/shop/readCatalogue.ts';
import { replaceCatalogue } from '../../store/shop/replaceCatalogue.ts';
import {
  listTariffChanges,
  listTariffPeriods,
  periodsText,
  putTariffChanges,
  removeConsolePeriod,
} from '../../store/shop/tariffChanges.ts';
import { type CatalogueChanges, changeLines, changesBetween, NO_CHANGES } from './catalogueChanges.ts';

/** What an import does with prices that staff have set: they stay valid, or the files replace them. */
export type ConsolePrices = 'retain' | 'replace';

interface ImportOptions {
  now: Date;
  /** Null: no decision. Prices of staff then stay, and the next import by command asks again. */
  consolePrices: ConsolePrices | null;
  /** The files that were read. Null: unknown. */
  seen: Seen | null;
}

/** The last import that changed something, with all data to revert the import. */
export interface LastImport {
  at: string;
  seen: Seen | null;
  before: Omit<OperatorData, 'remarks'>;
  isReverted: boolean;
}

const LAST = 'last';
const importsIn = (db: Db) => createKeyValueStore(db, 'imports');

export const findLastImport = async (db: Db): Promise<LastImport | null> => (await importsIn(db).get(LAST)) as LastImport | null;

/**
 * Replaces the catalogue by the operator's files, and records what the catalogue was before.
 * @returns a description of the changes in English
 */
export async function importCatalogue(
  trx: Trx,
  data: OperatorData,
  { now, consolePrices, seen }: ImportOptions,
): Promise<readonly string[]> {
  const before = await readCatalogue(trx);
  const retainsConsole = consolePrices !== 'replace';
  const lines = changeLines(before, data, { now, retainsConsole });
  if (!retainsConsole) await removeConsolePrices(trx);
  await replaceCatalogue(trx, data, now);
  if (consolePrices !== null) await decideOnFiles(trx, data);
  const last = await findLastImport(trx);
  if (lines !== NO_CHANGES || last?.isReverted)
    await importsIn(trx).put(LAST, { at: iso(now), seen, before: filesOf(before), isReverted: false } satisfies LastImport);
  if (lines !== NO_CHANGES)
    await emit(trx, 'catalogue.imported', () => {
      const [clients, points, tariffs] = [data.clients.length, data.points.length, data.tariffs.length];
      return { subject: 'catalogue', clientId: null, data: { clients, points, tariffs, changes: lines.length } };
    });
  return lines;
}

const filesOf = ({ clients, points, periods }: StoredCatalogue): LastImport['before'] => ({
  clients,
  points,
  tariffs: periods.filter(({ source }) => source === FILES).map(({ source: _, ...tariff }) => tariff),
});

async function removeConsolePrices(trx: Trx): Promise<void> {
  for (const [id, changes] of await listTariffChanges(trx)) {
    for (const change of changes.done) await removeConsolePeriod(trx, id, change);
    if (changes.done.length > 0) await putTariffChanges(trx, id, { ...changes, done: [] });
  }
}

/** Records that an import has decided between its files and the prices of staff, so that the next import need not ask again. */
async function decideOnFiles(trx: Trx, { tariffs }: OperatorData): Promise<void> {
  const named = Map.groupBy(tariffs, ({ id }) => id);
  for (const [id, changes] of await listTariffChanges(trx)) {
    const filePeriods = periodsText(named.get(id) ?? []);
    if (changes.filePeriods !== filePeriods) await putTariffChanges(trx, id, { ...changes, filePeriods });
  }
}

/** A tariff whose price was changed both by staff and in the operator's files. */
export interface ImportConflict {
  id: string;
  /** The last change by staff. */
  who: string;
  at: string;
  reason: string;
}

/** Finds tariffs with a price that staff have set, which applies now or later, and whose files have changed since. */
export async function findConflicts(db: Db, { tariffs }: OperatorData, now: Date): Promise<readonly ImportConflict[]> {
  const periods = await listTariffPeriods(db);
  const named = Map.groupBy(tariffs, ({ id }) => id);
  return [...(await listTariffChanges(db))].flatMap(([id, changes]) => {
    const files = named.get(id);
    const last = changes.done.at(-1);
    if (!files || !last || changes.filePeriods === periodsText(files)) return [];
    const own = periods.filter(period => period.id === id);
    return appliesLater(own, now.getTime()) ? [{ id, who: last.by, at: iso(new Date(last.at)), reason: last.reason }] : [];
  });
}

/** Returns true if a price that staff have set applies now, or at a later time at which a price starts or ends. */
function appliesLater(periods: readonly TariffPeriod[], nowMs: number): boolean {
  const edges = periods.flatMap(({ from, until }) => [from ?? 0, until ?? 0]).filter(ms => ms > nowMs);
  return [nowMs, ...edges].some(ms => periodAt(periods, ms)?.source === CONSOLE);
}

const isFirst = ({ before }: LastImport): boolean => before.clients.length === 0;

/** Returns true if there is a catalogue before the import that can come back. */
export const canRevert = (last: LastImport): boolean => !last.isReverted && !isFirst(last);

/** Thrown if there is no import to revert. */
export class NothingToRevert extends Error {}

/**
 * Restores the catalogue as it was before the last import. Prices of staff stay.
 * @returns what comes back
 * @throws NothingToRevert
 */
export async function revertImport(trx: Trx, now: Date): Promise<CatalogueChanges> {
  const last = await findLastImport(trx);
  if (!last || last.isReverted) throw new NothingToRevert('No import can be reverted: only the last one, once.');
  if (isFirst(last)) throw new NothingToRevert('The first import cannot be reverted: there was no catalogue before.');
  const data = { ...last.before, remarks: [] };
  const changes = changesBetween(await readCatalogue(trx), data, { now, retainsConsole: true });
  await replaceCatalogue(trx, data, now);
  await importsIn(trx).put(LAST, { ...last, isReverted: true } satisfies LastImport);
  return changes;
}
