// Lists and books as files: npm run operator -- books 2026-11 --take csv|extf|zip --out <file> --who "First Last"
import { actNames } from '../../client/console/core/actNames.ts';
import { DocumentFilesUnavailable } from '../../server/core/ports/ports.ts';
import { USUAL_BOOKS } from '../../server/core/records/ledgerSettings.ts';
import { zipOf } from '../../server/http/forms/expenseExportZip.ts';
import type { Actor } from '../../server/staff/acts/actor.ts';
import { readAuditQuery } from '../../server/staff/commands/auditCommands.ts';
import type { CommandDependencies } from '../../server/staff/commands/commands.ts';
import { bookkeepingOf } from '../../server/staff/commands/ledgerCommands.ts';
import { askerOf } from '../../server/staff/commands/manualCommand.ts';
import { exportLedger } from '../../server/staff/console/exportLedger.ts';
import { exportAudit, exportSessions } from '../../server/staff/console/exportLists.ts';
import { DOCUMENTS_AWAY } from '../../server/staff/ledger/exportFiles.ts';
import { BOOK_FILES, type BookFile, type ExportRefused, type PackedFile } from '../../shared/console/ledger.ts';
import { SESSION_FILTERS } from '../../shared/console/operating.ts';
import { isDay } from '../../shared/forms/receiptSearch.ts';
import { CURRENCIES } from '../../shared/model/money.ts';
import { writeWhole } from '../build/writeWhole.ts';
import type { CliOutput } from './database.ts';

type Options = Readonly<Record<string, string | undefined>>;
type CreateExport = (dependencies: CommandDependencies, asker: Actor, options: Options) => Promise<BookFile | ExportRefused>;

const decimal = ',';

async function book(dependencies: CommandDependencies, asker: Actor, { period = '', take = '', supplier }: Options) {
  const [name, code] = take.split(':');
  const kind = BOOK_FILES.find(known => known === name);
  const currency = CURRENCIES.find(known => known === (code ?? 'EUR'));
  if (!kind || !currency) return { refused: `Unknown format. Use --take with one of: ${BOOK_FILES.join(', ')}, extf:CHF.` };
  const settings = dependencies.books ?? USUAL_BOOKS;
  return exportLedger(bookkeepingOf(dependencies), {
    period,
    kind,
    currency,
    decimal,
    settings,
    asker,
    ...(supplier && { supplier }),
  });
}

const onlyCsv =
  (work: CreateExport): CreateExport =>
  async (dependencies, asker, options) =>
    options.take === 'csv' ? work(dependencies, asker, options) : { refused: 'Unknown format. Use --take csv.' };

/** What can be taken along of which command, and how that is narrowed. */
export const EXPORTS: Readonly<Record<string, { narrowed: readonly string[]; take: CreateExport }>> = {
  books: { narrowed: ['supplier'], take: book },
  list: {
    narrowed: ['find', 'day', 'is'],
    take: onlyCsv((dependencies, asker, { find, day, is }) => {
      const filter = SESSION_FILTERS.find(known => known === is);
      if (is !== undefined && !filter) throw new RangeError(`Unknown filter ${is}. Use one of: ${SESSION_FILTERS.join(', ')}.`);
      if (day !== undefined && !isDay(day)) throw new RangeError('Invalid date. Use 2026-11-21.');
      const filters = { ...(find && { find }), ...(day && { day }), ...(filter && { is: filter }) };
      return exportSessions(dependencies, asker, { ...filters, decimal });
    }),
  },
  audit: {
    narrowed: ['of'],
    take: onlyCsv((dependencies, asker, { of, ...options }) =>
      exportAudit(dependencies, asker, { ...readAuditQuery({ ...options, who: of }), decimal, names: actNames('en') }),
    ),
  },
};

/** Writes it to a file, as it is made. Who takes it is in the audit, as at the console. @throws RangeError where nobody says who */
export async function exportToFile(dependencies: CommandDependencies, name: string, options: Options): Promise<CliOutput> {
  const file = await EXPORTS[name]?.take(dependencies, askerOf(options.who), options);
  if (!file) return { lines: [`${name} has no export.`], isWell: false };
  if ('refused' in file) return { lines: [file.refused], isWell: false };
  const path = options.out ?? file.fileName;
  try {
    await writeWhole(path, 'packed' in file ? zipOf(zipped(file.packed)) : file.bytes);
  } catch (error) {
    if (error instanceof DocumentFilesUnavailable) return { lines: [DOCUMENTS_AWAY], isWell: false };
    throw error;
  }
  return { lines: [`Exported to ${path}.`], isWell: true };
}

async function* zipped(files: AsyncIterable<PackedFile>) {
  for await (const { at, ...file } of files) yield { file, at: new Date(at) };
}
