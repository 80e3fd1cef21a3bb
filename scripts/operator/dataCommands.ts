// What a person may do with an operator's folder: npm run operator -- check <folder>, npm run operator -- import
import { parseArgs } from 'node:util';
import { makePrivateKey } from '../../server/adapters/webPush/webPush.ts';
import { cardsOff, findBrandsWithoutCards } from '../../server/compose/cardsOff.ts';
import { readShop, type Shop, sellableInWords, usualTerms } from '../../server/compose/importReport.ts';
import { DataRefused } from '../../server/core/formats/faults.ts';
import type { DataFault } from '../../server/core/records/records.ts';
import type { CommandDependencies } from '../../server/staff/commands/commands.ts';
import { askerOf, runManualAct } from '../../server/staff/commands/manualCommand.ts';
import { replaceCatalogue } from '../../server/store/shop/replaceCatalogue.ts';
import { type CliOutput, operatorData, reasonOf, stripeKey } from './database.ts';
import { OCPI_USAGE, parseRemoteOcpiCommand, runOcpi } from './ocpiCommands.ts';
import { QR_USAGE, runQr } from './qrCommand.ts';
import type { RemoteRequest } from './remoteCommand.ts';
import { parseRemoteStationCommand, runStation, STATION_USAGE } from './stationCommands.ts';

interface DataCommand {
  usage: string;
  does: string;
  run:
    | { onFolder(words: readonly string[]): Promise<CliOutput> }
    /** Reads its options itself. */
    | {
        withOptions(dependencies: CommandDependencies, args: readonly string[]): Promise<CliOutput>;
        /** What a running app is asked with `--at`; null: that is not available there. */
        fromAfar?(args: readonly string[]): RemoteRequest | null;
      };
}

const line =
  (kind: string) =>
  ({ file, path, reason }: DataFault): string =>
    `${kind.padEnd(7)} ${file} ${path}: ${reason}`;

/** The shop, or every fault told. */
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

/** Whether the payment pages of the brands open, where Stripe is set up. */
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

/** What is sold changes: who has it done is in the audit. */
async function importData(dependencies: CommandDependencies, args: readonly string[]): Promise<CliOutput> {
  const options = { who: { type: 'string' }, reason: { type: 'string' } } as const;
  const { who, reason = '' } = parseArgs({ args: [...args], options }).values;
  askerOf(who);
  const found = await read(operatorData, dependencies.now);
  if ('faults' in found) return { lines: [...found.faults, 'Nothing was imported and nothing has changed.'], isWell: false };
  await runManualAct(dependencies, who, { does: 'import', number: null, reason }, async ({ store, now }) => {
    await store.inTransaction(trx => replaceCatalogue(trx, found.shop.data, now));
    return { told: null, facts: { about: operatorData } };
  });
  return { lines: [...remarkLines(found.shop), `Imported from ${operatorData}.`], isWell: true };
}

export const DATA_COMMANDS: Readonly<Record<string, DataCommand>> = {
  check: {
    usage: 'check [folder]',
    does: 'Validate an operator’s folder (OPERATOR_DATA) without importing it: errors, warnings and what can be offered; with PAYMENTS=stripe also whether cards are enabled at Stripe; fails if nothing can be offered',
    run: {
      async onFolder([folder = operatorData]) {
        const found = await read(folder, new Date());
        if ('faults' in found) return { lines: [...found.faults, `${folder} cannot be used.`], isWell: false };
        const cards = await checkCards(found.shop);
        const isWell = found.shop.sellable.sold > 0 && !cards.isOff;
        return { lines: [...cards.lines, ...remarkLines(found.shop)], isWell };
      },
    },
  },
  import: {
    usage: 'import [--reason "…"] --who "…"',
    does: 'Import OPERATOR_DATA into the running app; if the folder has an error, nothing changes',
    run: { withOptions: importData },
  },
  ocpi: {
    usage: OCPI_USAGE,
    does: 'Connect a charge point operator by OCPI, pull its locations and tariffs, and list what cannot be offered',
    run: { withOptions: runOcpi, fromAfar: parseRemoteOcpiCommand },
  },
  station: {
    usage: STATION_USAGE,
    does: 'Manage the stations that connect by OCPP: passwords, state, commands and rejected connections',
    run: { withOptions: runStation, fromAfar: parseRemoteStationCommand },
  },
  'push-keys': {
    usage: 'push-keys',
    does: 'Generate and print a private key for push notifications; it is not stored',
    run: {
      async onFolder() {
        return {
          lines: [
            'If the key is replaced later, devices that subscribed before receive no more notifications.',
            'Add this line to the settings of every process. The key is shown only once:',
            `PUSH_PRIVATE_KEY=${makePrivateKey()}`,
          ],
          isWell: true,
        };
      },
    },
  },
  qr: {
    usage: QR_USAGE,
    does: 'Create printable QR labels, one for each plug of these points or of all: brand, EVSE ID and the code of its page',
    run: { withOptions: runQr },
  },
};
