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
    does: 'ticks off what `attention` shows: somebody has seen to it',
    options: ['reason', 'who'],
    operands: 'ids',
    run: done,
  },
  stop: {
    usage: 'stop --transaction <number> --reason "…" --who "…"',
    does: 'asks the station to stop, as the driver could',
    options: ['transaction', 'reason', 'who'],
    run: stop,
  },
  bill: {
    usage: 'bill --transaction <number> [--energy 12.345] [--ended 2026-05-04T18:40Z] [--at-most 4.20] --reason "…" --who "…"',
    does: 'bills a session whose last meter value does not come, or whose bill waits for a decision: what was told, or less',
    options: ['transaction', 'energy', 'ended', 'at-most', 'reason', 'who'],
    run: bill,
  },
  waive: {
    usage: 'waive --transaction <number> --reason "…" --who "…"',
    does: 'asks nothing for a session whose station does not answer, and gives its hold back',
    options: ['transaction', 'reason', 'who'],
    run: waive,
  },
  unlock: {
    usage: 'unlock --transaction <number> --reason "…" --who "…"',
    does: 'asks the station to unlock the cable of a session that is over; `attention` tells if it does not',
    options: ['transaction', 'reason', 'who'],
    run: unlock,
  },
  'pass-over': {
    usage: 'pass-over --document R-ABC-2027-000123 --who "…"',
    does: 'after a backup was put back: the series goes on behind this number, which was issued since',
    options: ['document', 'who'],
    run: passSeriesOver,
  },
  forget: {
    usage: 'forget --email <address> | --transaction <number> --who "…"',
    does: 'removes a driver’s contact details',
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
      told: [`Ticked off: ${numbers.join(', ')}. \`attention --all\` still shows it.`],
      facts: { attention: numbers.join(' ') },
    };
  });
}

async function stop(dependencies: CommandDependencies, options: Options): Promise<readonly string[]> {
  const request = readStuck(options);
  return runManualAct(dependencies, options.who, { does: 'stop', ...request }, async place => {
    await stopManually(place, request);
    return { told: [`The station of transaction ${request.number} is asked to stop. \`list\` shows when it has.`] };
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
        'Until that is done, the station’s own last value counts instead, and other figures may be given. `list` shows what was charged.',
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
      told: [`The station of transaction ${request.number} is asked to unlock its cable. \`attention\` tells if it does not.`],
    };
  });
}

async function waive(dependencies: CommandDependencies, options: Options): Promise<readonly string[]> {
  const request = readStuck(options);
  return runManualAct(dependencies, options.who, { does: 'waive', ...request }, async place => {
    await waiveManually(place, request);
    return {
      told: [`Nothing is asked for transaction ${request.number}; what is held on the card goes back.`],
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
  `${count} letters that wait to be sent on were sealed with another SECRET than this one: whether they are to this address nobody ` +
  'can tell. Call this again with the settings of the running app. They are gone after a day at the latest.';

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
        `Contact details removed from ${orders} orders and ${withdrawals} withdrawals.`,
        ...(letters > 0 ? [`${letters} letters that waited to be sent on are gone.`] : []),
        ...(unopened > 0 ? [unopenedIn(unopened)] : []),
        ...(unsettled > 0 ? [`${unsettled} orders are not settled yet and keep theirs: call this again when they are.`] : []),
        ...(documents > 0 ? [`${documents} issued documents stay as they are, because tax law has them kept.`] : []),
      ],
      facts: { ...done },
    };
  });
}
