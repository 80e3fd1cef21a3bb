import { createHolidays } from '../../core/pricing/holidays.ts';
import { tickOff } from '../../runtime/alerts.ts';
import { findSessionByNumber } from '../../store/shop/sessions.ts';
import { manualPrice, priceOf } from '../acts/manualPrice.ts';
import { billManually, stopManually, unlockManually, waiveManually } from '../acts/manualSettlement.ts';
import { forgetDriver } from '../upkeep/retention.ts';
import { minute } from './commandLines.ts';
import type { Command, CommandDependencies } from './commands.ts';
import { moneyOf, runManualAct } from './manualCommand.ts';
import { readIds, readInstant, readMaximum, readStuck, readWh, readWhose } from './parseOptions.ts';
import { skipDocumentNumber } from './skipDocumentNumber.ts';

type Options = Readonly<Record<string, string | undefined>>;

/** What people do with sessions, money and alerts by command: each is in the audit, with who did it, as at the console. */
export const MANUAL_COMMANDS: Readonly<Record<string, Command>> = {
  done: {
    usage: 'done <id> … --reason "…" --who "…"',
    does: 'Close alerts; `attention --all` still lists them',
    options: ['reason', 'who'],
    operands: 'ids',
    run: done,
  },
  stop: {
    usage: 'stop --transaction <number> --reason "…" --who "…"',
    does: 'Request the station to stop a session, as the driver could',
    options: ['transaction', 'reason', 'who'],
    run: stop,
  },
  bill: {
    usage: 'bill --transaction <number> [--energy 12.345] [--ended 2026-05-04T18:40Z] [--at-most 4.20] --reason "…" --who "…"',
    does: 'Bill a session whose last meter value is missing or whose bill awaits a decision: the reported amount or less',
    options: ['transaction', 'energy', 'ended', 'at-most', 'reason', 'who'],
    run: bill,
  },
  waive: {
    usage: 'waive --transaction <number> --reason "…" --who "…"',
    does: 'Close a session without charging the driver and release its hold',
    options: ['transaction', 'reason', 'who'],
    run: waive,
  },
  unlock: {
    usage: 'unlock --transaction <number> --reason "…" --who "…"',
    does: 'Request the station to unlock the plug of a session that has ended; `attention` shows a failure',
    options: ['transaction', 'reason', 'who'],
    run: unlock,
  },
  'pass-over': {
    usage: 'pass-over --document R-ABC-2027-000123 --who "…"',
    does: 'Continue a document series after this number; for use after restoring a backup',
    options: ['document', 'who'],
    run: passSeriesOver,
  },
  forget: {
    usage: 'forget --email <address> | --transaction <number> --who "…"',
    does: 'Delete the contact details of a driver',
    options: ['email', 'transaction', 'who'],
    run: forget,
  },
};

const amount = (minor: number): string => (minor / 100).toFixed(2);

/** @throws RangeError where there is no reason, or nothing of that id is open */
async function done(dependencies: CommandDependencies, { ids = '', reason = '', who }: Options): Promise<readonly string[]> {
  const numbers = readIds({ ids, reason });
  return runManualAct(dependencies, who, { does: 'finish', number: null, reason }, async ({ store, now }) => {
    await tickOff(store, { ids: numbers, reason: reason.trim(), now });
    return {
      told: [`Closed: ${numbers.join(', ')}. \`attention --all\` still lists them.`],
      facts: { attention: numbers.join(' ') },
    };
  });
}

async function stop(dependencies: CommandDependencies, options: Options): Promise<readonly string[]> {
  const request = readStuck(options);
  return runManualAct(dependencies, options.who, { does: 'stop', ...request }, async place => {
    await stopManually(place, request);
    return {
      told: [`Stop requested from the station of transaction ${request.number}. \`list\` shows when charging has stopped.`],
    };
  });
}

async function bill(dependencies: CommandDependencies, options: Options): Promise<readonly string[]> {
  const request = readStuck(options);
  const maxMinor = readMaximum(options['at-most']);
  const read = { energyWh: readWh(options.energy), endedAt: readInstant(options.ended), mostMinor: maxMinor };
  return runManualAct(dependencies, options.who, { does: 'bill', ...request }, async place => {
    const billed = await billManually(place, { ...request, ...read });
    const { db } = place.store;
    const session = await findSessionByNumber(db, request.number);
    const priced = session && (await manualPrice(db, session, { holidays: createHolidays() }));
    const price = priced && {
      amountMinor: Math.min(priceOf(session, priced, billed), maxMinor ?? Number.POSITIVE_INFINITY),
      currency: priced.currency,
    };
    const words = price ? `${amount(price.amountMinor)} ${price.currency}` : '–';
    return {
      told: [
        `Transaction ${request.number} will be billed with ${words}: ${billed.energyWh / 1000} kWh, ended ${minute(billed.endedAt)}.`,
        'Until then, a last value from the station replaces these figures, and `bill` accepts new ones. `list` shows what was captured.',
      ],
      amount: price,
    };
  });
}

async function unlock(dependencies: CommandDependencies, options: Options): Promise<readonly string[]> {
  const request = readStuck(options);
  return runManualAct(dependencies, options.who, { does: 'unlock', ...request }, async place => {
    await unlockManually(place, request);
    return {
      told: [`Unlock requested from the station of transaction ${request.number}. \`attention\` shows a failure.`],
    };
  });
}

async function waive(dependencies: CommandDependencies, options: Options): Promise<readonly string[]> {
  const request = readStuck(options);
  return runManualAct(dependencies, options.who, { does: 'waive', ...request }, async place => {
    await waiveManually(place, request);
    return {
      told: [`Transaction ${request.number} is not charged. Its hold is released.`],
      amount: await moneyOf(place.store.db, request.number, ({ limitMinor }) => limitMinor ?? 0),
    };
  });
}

async function passSeriesOver(dependencies: CommandDependencies, { document = '', who }: Options): Promise<readonly string[]> {
  return runManualAct(dependencies, who, { does: 'pass-over', number: null }, async place => ({
    told: await skipDocumentNumber(place, { document }),
    facts: { document: document.trim() },
  }));
}

const unopenedIn = (count: number): string =>
  `${count} emails that wait to be forwarded were sealed with another SECRET, so their address cannot be read. Run this command ` +
  'again with the settings of the running app. The emails are deleted within a day.';

/** A driver asks that what we know of them be deleted: by e-mail address, or by the transaction ID on the receipt. */
async function forget(dependencies: CommandDependencies, { who, ...options }: Options): Promise<readonly string[]> {
  const whose = readWhose(options);
  // The audit does not keep what is to be forgotten.
  const number = 'transaction' in whose ? whose.transaction : null;
  return runManualAct(dependencies, who, { does: 'forget', number }, async ({ store, now }) => {
    // Only letters to an address have to be opened.
    const secret = 'email' in whose ? dependencies.secret?.() : undefined;
    const done = await forgetDriver(store, { whose, secret, now });
    const { orders, withdrawals, letters, unopened, unsettled, documents } = done;
    return {
      told: [
        `Contact details deleted from ${orders} orders and ${withdrawals} withdrawals.`,
        ...(letters > 0 ? [`${letters} emails that waited to be forwarded are deleted.`] : []),
        ...(unopened > 0 ? [unopenedIn(unopened)] : []),
        ...(unsettled > 0
          ? [
              `${unsettled} orders are not settled yet and still have their contact details. Run this command again after settlement.`,
            ]
          : []),
        ...(documents > 0 ? [`${documents} issued documents stay unchanged: tax law requires their storage.`] : []),
      ],
      facts: { ...done },
    };
  });
}
