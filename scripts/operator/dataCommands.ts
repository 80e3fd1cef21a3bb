// Commands for the operator's data folder and for keys: npm run operator -- check <folder>, npm run operator -- import
import Joi from 'joi';
import { makePrivateKey } from '../../server/adapters/webPush/webPush.ts';
import { cardsOff, findBrandsWithoutCards } from '../../server/compose/cardsOff.ts';
import { readShop, type Shop, sellableInWords, usualTerms } from '../../server/compose/importReport.ts';
import { DataRefused } from '../../server/core/formats/faults.ts';
import type { DataFault } from '../../server/core/records/records.ts';
import { changeLines } from '../../server/shop/import/catalogueChanges.ts';
import {
  type ConsolePrices,
  findConflicts,
  type ImportConflict,
  importCatalogue,
} from '../../server/shop/import/importCatalogue.ts';
import { ActRefused, act, COMMAND_ONLY, type CommandOutput } from '../../server/staff/acts/act.ts';
import { minute } from '../../server/staff/acts/commandLines.ts';
import { type Fields, field, OPTIONAL_REASON, parsed, textField } from '../../server/staff/acts/fields.ts';
import { actorOf, type Command, command, runAct, WHO } from '../../server/staff/commands/commands.ts';
import { readCatalogue } from '../../server/store/shop/readCatalogue.ts';
import { operatorData, reasonOf, stripeKey } from './database.ts';
import { MOVE } from './moveCommand.ts';
import { QR } from './qrCommand.ts';
import { readStoredCatalogue } from './storedCatalogue.ts';

const line =
  (kind: string) =>
  ({ file, path, reason }: DataFault): string =>
    `${kind.padEnd(7)} ${file} ${path}: ${reason}`;

/**
 * Reads the operator's data folder.
 * @returns its content, or all errors in it
 */
async function read(folder: string, now: Date): Promise<{ shop: Shop } | { faults: readonly string[] }> {
  try {
    return { shop: await readShop(folder, usualTerms(now)) };
  } catch (error) {
    if (!(error instanceof DataRefused)) throw error;
    return { faults: error.faults.map(line('error')) };
  }
}

const remarkLines = ({ data, sellable }: Shop): readonly string[] => [
  ...data.remarks.map(line('warning')),
  sellableInWords(sellable),
];

/** Checks whether Stripe accepts cards for the brands. Does nothing if Stripe is not configured. */
async function checkCards({ data }: Shop): Promise<{ lines: readonly string[]; isOff: boolean }> {
  if (stripeKey === null) return { lines: [], isOff: false };
  try {
    const off = await findBrandsWithoutCards(data.clients, { secretKey: stripeKey });
    return { lines: off.length > 0 ? [`error   STRIPE_SECRET_KEY: ${cardsOff(off)}`] : [], isOff: off.length > 0 };
  } catch (error) {
    const line = `warning STRIPE_SECRET_KEY: Stripe does not report whether cards are enabled: ${reasonOf(error)}`;
    return { lines: [line], isOff: false };
  }
}

/** Lists what an import of the folder would change in the app with the same settings. Empty if there is no database yet. */
async function storedChanges({ data }: Shop, now: Date): Promise<readonly string[]> {
  const stored = await readStoredCatalogue();
  if (stored === null) return [];
  if ('fault' in stored) return [`warning The changes are unknown, because the database cannot be read: ${stored.fault}`];
  return changeLines(stored, data, { now, retainsConsole: true });
}

const CONFLICT = 'Nothing was imported. Add --console-prices retain or --console-prices replace.';

/** Says which prices were changed both in the console and in the files. */
const conflictLines = (conflicts: readonly ImportConflict[]): readonly string[] =>
  conflicts.map(
    ({ id, who, at, reason }) =>
      `conflict ${id}: changed in the console by ${who}, ${minute(new Date(at))}: ${reason}; the files have changed since`,
  );

interface ImportFields {
  shop: Shop;
  consolePrices?: ConsolePrices;
}

const importFolder = act<ImportFields>({
  subject: 'catalogue',
  fields: {
    consolePrices: field(
      '[--console-prices retain|replace]',
      Joi.valid('retain', 'replace'),
      'Unknown decision. Use --console-prices retain or --console-prices replace.',
    ),
    reason: OPTIONAL_REASON,
  },
  command: null,
  about: () => operatorData,
  async run({ trx, now }, { shop, consolePrices }) {
    const conflicts = consolePrices ? [] : await findConflicts(trx, shop.data, now);
    if (conflicts.length > 0) throw new ActRefused([...conflictLines(conflicts), CONFLICT].join('\n'));
    const seen = shop.seen ?? null;
    const changes = await importCatalogue(trx, shop.data, { now, consolePrices: consolePrices ?? null, seen });
    return { ...COMMAND_ONLY, lines: [...changes, ...remarkLines(shop), `Imported from ${operatorData}.`] };
  },
});

/** Imports the folder. The audit records who did it, because an import changes the catalogue of charging points and tariffs. */
const IMPORT = command<{ isDryRun?: boolean; consolePrices?: ConsolePrices; reason: string; who?: string }>({
  does: 'Import OPERATOR_DATA into the running app and list what changes; asks with --console-prices if a price was also changed in the console; with --dry-run, and if the folder has an error, nothing changes',
  isLocal: true,
  fields: {
    isDryRun: field(
      '[--dry-run]',
      parsed(() => true),
    ),
    ...importFolder.fields,
    who: WHO,
  },
  async run(dependencies, { isDryRun = false, consolePrices, who, reason }) {
    if (!isDryRun) actorOf(who);
    const { store, now } = dependencies;
    const found = await read(operatorData, now);
    if ('faults' in found) return { lines: [...found.faults, 'Nothing was imported and nothing has changed.'], isWell: false };
    if (isDryRun) {
      const { data } = found.shop;
      const changes = changeLines(await readCatalogue(store.db), data, { now, retainsConsole: consolePrices !== 'replace' });
      const conflicts = consolePrices ? [] : conflictLines(await findConflicts(store.db, data, now));
      const lines = [...changes, ...conflicts, ...remarkLines(found.shop)];
      return { lines: [...lines, 'Dry run: nothing was imported and nothing has changed.'] };
    }
    return runAct(dependencies, who, { does: 'import', row: importFolder, fields: { reason, consolePrices, shop: found.shop } });
  },
});

/** A command that needs no database. */
interface LoneCommand {
  does: string;
  fields: Fields;
  runAlone(values: Readonly<Record<string, unknown>>): Promise<CommandOutput>;
}

export const DATA_COMMANDS: Readonly<Record<string, Command | LoneCommand>> = {
  check: {
    does: 'Validate an operator’s folder (OPERATOR_DATA) without importing it: errors, warnings, what an import would change and what can be offered; with PAYMENTS=stripe also whether cards are enabled at Stripe; fails if nothing can be offered',
    fields: { folder: textField('[folder]') },
    async runAlone({ folder }) {
      const name = String(folder || operatorData);
      const now = new Date();
      const found = await read(name, now);
      if ('faults' in found) return { lines: [...found.faults, `${name} cannot be used.`], isWell: false };
      const cards = await checkCards(found.shop);
      const isWell = found.shop.sellable.sold > 0 && !cards.isOff;
      const changes = await storedChanges(found.shop, now);
      return { lines: [...changes, ...cards.lines, ...remarkLines(found.shop)], ...(isWell ? {} : { isWell }) };
    },
  },
  import: IMPORT,
  move: MOVE,
  'push-keys': {
    does: 'Generate and print a private key for push notifications; it is not stored',
    fields: {},
    async runAlone() {
      return {
        lines: [
          'If the key is replaced later, devices that subscribed before receive no more notifications.',
          'Add this line to the settings of every process. The key is shown only once:',
          `PUSH_PRIVATE_KEY=${makePrivateKey()}`,
        ],
      };
    },
  },
  qr: QR,
};
