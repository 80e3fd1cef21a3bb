// Exports lists and the ledger as files: npm run operator -- books 2026-11 --export csv|extf|zip --out <file> --who "First Last"
import Joi from 'joi';
import { actNames } from '../../client/console/core/actNames.ts';
import { DocumentFilesUnavailable } from '../../server/core/ports/ports.ts';
import { USUAL_BOOKS } from '../../server/core/records/ledgerSettings.ts';
import { zipOf } from '../../server/http/request/zip.ts';
import type { CommandOutput } from '../../server/staff/acts/act.ts';
import type { Actor } from '../../server/staff/acts/actor.ts';
import { type Fields, field, oneOf, parsed, textField } from '../../server/staff/acts/fields.ts';
import { actorOf, type CommandDependencies, WHO } from '../../server/staff/commands/commands.ts';
import { bookkeepingOf } from '../../server/staff/commands/ledgerQueries.ts';
import { exportLedger } from '../../server/staff/console/exportLedger.ts';
import { exportAudit, exportSessions } from '../../server/staff/console/exportLists.ts';
import { DOCUMENTS_AWAY } from '../../server/staff/ledger/exportFiles.ts';
import { exportPoints } from '../../server/staff/stations/pointsCsv.ts';
import { exportStations } from '../../server/staff/stations/stationsCsv.ts';
import type { AuditQuery } from '../../shared/console/audit.ts';
import { BOOK_FILES, type BookFile, type ExportRefused, type PackedFile } from '../../shared/console/ledger.ts';
import { SESSION_FILTERS, type SessionQuery } from '../../shared/console/sessions.ts';
import { isDay } from '../../shared/forms/receiptSearch.ts';
import { CURRENCIES } from '../../shared/model/money.ts';
import { writeWhole } from '../build/writeWhole.ts';

interface ExportValues {
  format: string;
  who?: string;
  out?: string;
}
type CreateExport<Values> = (
  dependencies: CommandDependencies,
  actor: Actor,
  values: Values & ExportValues,
) => Promise<BookFile | ExportRefused>;

const decimal = ',' as const;

/** An export that a command offers. `fields`: filters that only the export has, in addition to those of the command. */
interface Export {
  fields: Fields;
  create: CreateExport<never>;
}
const exportOf = <Values>(fields: Fields, create: CreateExport<Values>): Export => ({ fields, create });

const onlyCsv =
  <Values>(create: CreateExport<Values>): CreateExport<Values> =>
  async (dependencies, actor, values) =>
    values.format === 'csv' ? create(dependencies, actor, values) : { refused: 'Unknown format. Use --export csv.' };

export const EXPORTS: Readonly<Record<string, Export>> = {
  books: exportOf<{ period?: string; supplier?: string }>({}, async (dependencies, asker, { period = '', format, supplier }) => {
    const [name, code] = format.split(':');
    const kind = BOOK_FILES.find(known => known === name);
    const currency = CURRENCIES.find(known => known === (code ?? 'EUR'));
    if (!kind || !currency) return { refused: `Unknown format. Use --export with one of: ${BOOK_FILES.join(', ')}, extf:CHF.` };
    const settings = dependencies.books ?? USUAL_BOOKS;
    const options = { period, kind, currency, decimal, settings, asker, ...(supplier && { supplier }) };
    return exportLedger(bookkeepingOf(dependencies), options);
  }),
  list: exportOf<SessionQuery & { day?: string }>(
    {
      is: oneOf('is', SESSION_FILTERS),
      day: field(
        '[--day 2026-11-21]',
        parsed(typed => (isDay(typed) ? typed : null)),
        'Invalid date. Use 2026-11-21.',
      ),
    },
    onlyCsv((dependencies, actor, { find, day, is }) => {
      const filters = { ...(find && { find }), ...(day && { when: day }), ...(is && { is }) };
      return exportSessions(dependencies, actor, { ...filters, decimal });
    }),
  ),
  stations: exportOf(
    {},
    onlyCsv((dependencies, actor) => {
      const { store, now, stationAdmin } = dependencies;
      return exportPoints({ store, now, ...(stationAdmin ? { stationAdmin: stationAdmin() } : {}) }, actor, { decimal });
    }),
  ),
  'station list': exportOf(
    {},
    onlyCsv(async (dependencies, actor) => {
      const { store, now, stationAdmin } = dependencies;
      const context = { store, now, ...(stationAdmin ? { stationAdmin: stationAdmin() } : {}) };
      return (await exportStations(context, actor, { decimal })) ?? { refused: 'OCPP is not enabled. Add ocpp to STATIONS.' };
    }),
  ),
  audit: exportOf<Omit<AuditQuery, 'who'> & { of?: string }>(
    { of: textField('[--of "…"]') },
    onlyCsv((dependencies, actor, { of, is, find, before }) => {
      const filters = { ...(of && { who: of }), ...(is && { is }), ...(find && { find }), ...(before && { before }) };
      return exportAudit(dependencies, actor, { ...filters, decimal, names: actNames('en') });
    }),
  ),
};

/** Returns the options that the export adds to those of the command. */
export const fieldsOfExport = (name: string): Fields => ({
  ...EXPORTS[name]?.fields,
  format: textField('--export csv'),
  out: field('--out <file>', Joi.string()),
  who: WHO,
});

/**
 * Streams an export into a file and records it in the audit.
 * @throws RangeError if no person is named
 */
export async function exportToFile(
  dependencies: CommandDependencies,
  name: string,
  values: Readonly<Record<string, unknown>>,
): Promise<CommandOutput> {
  const { who, out } = values as unknown as ExportValues;
  const file = await EXPORTS[name]?.create(dependencies, actorOf(who), values as never);
  if (!file) return { lines: [`${name} has no export.`], isWell: false };
  if ('refused' in file) return { lines: [file.refused], isWell: false };
  const path = out ?? file.fileName;
  try {
    await writeWhole(path, 'packed' in file ? zipOf(zipped(file.packed)) : file.bytes);
  } catch (error) {
    if (error instanceof DocumentFilesUnavailable) return { lines: [DOCUMENTS_AWAY], isWell: false };
    throw error;
  }
  return { lines: [`Exported to ${path}.`] };
}

async function* zipped(files: AsyncIterable<PackedFile>) {
  for await (const { at, ...file } of files) yield { file, at: new Date(at) };
}
