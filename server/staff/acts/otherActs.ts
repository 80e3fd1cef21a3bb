import Joi from 'joi';
import type { Act } from '../../../shared/console/acts.ts';
import type { AuditedAct } from '../../../shared/console/audit.ts';
import { isDay } from '../../../shared/forms/receiptSearch.ts';
import { DAY_MS, isoDay, MINUTE_MS } from '../../../shared/model/time.ts';
import { later } from '../../core/records/instants.ts';
import { no } from '../../core/records/refusals.ts';
import { tickOff } from '../../runtime/alerts.ts';
import { readNumber } from '../../shop/documents/numbering.ts';
import { assignNote } from '../../store/jobs/alertRows.ts';
import { writeAudit } from '../../store/jobs/audit.ts';
import { raiseCounter } from '../../store/shop/documents.ts';
import { endAllSignIns } from '../../store/staff/signIns.ts';
import { enqueuePayoutReads } from '../ledger/readPayouts.ts';
import { dataOfDriver } from '../upkeep/driverData.ts';
import { ActRefused, type ActRow, act, COMMAND_ONLY, NO_MONEY, textsOf, within } from './act.ts';
import { revokeTokensOf } from './apiTokens.ts';
import { field, OPTIONAL_REASON, parsed, REASON, textField, WITHOUT_REASON } from './fields.ts';

const { text, step } = textsOf('acts');

interface FinishFields {
  /** Id of the alert. The command line accepts several ids. */
  attention: number | readonly number[];
  reason: string;
}

const ALERT_ID = /^\d{1,15}$/;
const readIds = (typed: string): readonly number[] | null => {
  const ids = typed.split(/[\s,]+/).filter(Boolean);
  return ids.length > 0 && ids.every(id => ALERT_ID.test(id)) ? ids.map(Number) : null;
};

const ALERT_ACTS = {
  finish: act<FinishFields>({
    subject: 'alert',
    fields: {
      attention: field(
        '<id> …',
        parsed(readIds).required(),
        'Missing alert ids. `attention` lists them: done 12 13 --reason "…"',
      ),
      reason: REASON,
    },
    command: { name: 'done', does: 'Close alerts; `attention --all` still lists them' },
    async run(context, { attention, reason }) {
      const ids = [attention].flat();
      if (reason === '') throw new ActRefused(WITHOUT_REASON, text('reasonMissing'));
      await tickOff(within(context).store, { ids, reason, now: context.now });
      return {
        ...NO_MONEY,
        button: text('attention.button'),
        facts: { attention: typeof attention === 'number' ? attention : ids.join(' ') },
        lines: [`Closed: ${ids.join(', ')}. \`attention --all\` still lists them.`],
      };
    },
  }),
  'take-on': act<{ attention: number }>({
    subject: 'alert',
    fields: {
      attention: field(
        '<id>',
        Joi.string().pattern(ALERT_ID).required().custom(Number),
        'Missing alert id. `attention` lists the ids: take-on 12 --who "…"',
      ),
    },
    command: { does: 'Assign an alert to yourself' },
    async run({ trx, actor, now }, { attention }) {
      if (!(await assignNote(trx, { id: attention, by: actor.who.name, at: now })))
        throw new ActRefused('The alert is already closed.', no('done'));
      return {
        ...NO_MONEY,
        button: text('attention.button'),
        facts: { attention },
        lines: [`Alert ${attention} is assigned to ${actor.who.name}. The overview of the console shows it.`],
      };
    },
  }),
} satisfies Partial<Record<AuditedAct, ActRow>>;

interface EndSignInsFields extends Omit<Extract<Act, { does: 'end-sign-ins' }>, 'does'> {
  /** Signs out all users. Required if no person is named, so that nobody is signed out by mistake. */
  isAll?: boolean;
}

/** Recorded in the audit log instead of a name when all users are signed out. */
const EVERYBODY = 'everybody';

const endSignIns = act<EndSignInsFields>({
  subject: 'person',
  fields: {
    person: field('--name "…" |', Joi.string().trim().allow('').empty('').default(null)),
    isAll: field('--all', parsed(typed => typed === 'true').default(false)),
    reason: OPTIONAL_REASON,
  },
  command: {
    name: 'sign-out',
    does: 'Sign a person, or all users, out of the console on every device and revoke unused sign-in links and API tokens',
  },
  about: ({ person }) => person ?? EVERYBODY,
  async run({ actor, trx, now }, { person, isAll = false }) {
    const isCommand = actor.who.by === 'command';
    if (isCommand && (person === null) !== isAll) throw new RangeError('Missing name. Use --name "First Last" or --all.');
    const ended = await endAllSignIns(trx, { name: person, now });
    const tokens = await revokeTokensOf(trx, { person: person === null ? null : { name: person, account: null }, now });
    if (ended.session + ended.link + tokens === 0)
      throw new ActRefused(
        'There is no active sign-in, no unused sign-in link and no token under this name.',
        text('endSignIns.nobody'),
      );
    const isYou = !isCommand && (person === null || person === actor.who.name);
    return {
      ...NO_MONEY,
      button: text(person === null ? 'endSignIns.all' : 'endSignIns.button'),
      steps: [
        ...(ended.session > 0 ? [step('endSignIns.ended', { count: ended.session })] : []),
        ...(ended.link > 0 ? [step('endSignIns.links')] : []),
        ...(tokens > 0 ? [step('endSignIns.tokens', { count: tokens })] : []),
        step('endSignIns.again'),
      ],
      warning: isYou ? text('endSignIns.you') : null,
      lines: [person === null ? 'All users are signed out.' : `${person} is signed out on every device.`],
    };
  },
});

/** Answers an access request of a driver (GDPR art. 15). The audit log names the number of orders, not the address. */
const driverData = act<{ email: string; reason: string }>({
  subject: 'person',
  fields: {
    email: field('--email <address>', Joi.string().trim().pattern(/@/).required(), 'Missing or invalid email address.'),
    reason: REASON,
  },
  command: { does: 'Print everything that is stored about a driver under an email address, as JSON, for an access request' },
  async run({ dependencies, trx }, { email }) {
    const secret = dependencies.readSecret?.();
    if (!secret) throw new RangeError('This command needs SECRET.');
    const data = await dataOfDriver(trx, { email, secret });
    return { ...COMMAND_ONLY, facts: { orders: data.orders.length }, data, lines: [JSON.stringify(data, null, 2)] };
  },
});

/**
 * Continues a document series after a given number. Needed after a database backup was restored: numbers that were issued after
 * the backup would otherwise be assigned again. A series never counts backwards.
 */
const skipDocumentNumber = act<{ document: string }>({
  subject: 'documents',
  fields: { document: textField('--document R-ABC-2027-000123') },
  command: { does: 'Continue a document series after this number; for use after restoring a backup' },
  async run({ trx, now }, { document }) {
    const read = readNumber(document);
    if (!read) throw new RangeError('Invalid document number. Use the number on the document, such as R-ABC-2027-000123.');
    const last = await raiseCounter(trx, { series: read.series, atLeast: read.count });
    await writeAudit(trx, { at: now, what: 'numbers passed over', subjectId: document, facts: { last } });
    return { ...COMMAND_ONLY, facts: { document }, lines: [`The next document of this series gets number ${last + 1}.`] };
  },
});

const day = (typed: string) =>
  field(
    typed,
    Joi.string()
      .empty('')
      .custom((value: string, { error }) => (isDay(value) ? value : error('any.invalid'))),
    'Invalid date. Use 2026-11-01.',
  );

const readPayouts = act<{ from?: string; to?: string }>({
  subject: 'ledger',
  fields: { from: day('[--from 2026-11-01]'), to: day('[--to 2026-12-01]') },
  command: {
    name: 'payouts',
    does: 'Import the payouts of the provider for a period; `books` shows them',
  },
  /** By default, the payouts of the last two weeks are imported. */
  async run({ trx, now }, { from = isoDay(later(now, -14 * DAY_MS)), to = isoDay(later(now, DAY_MS)) }) {
    if (from >= to) throw new RangeError('Invalid period. --from must be before --to.');
    // The minute identifies the request, so that two requests within one minute start only one import.
    await enqueuePayoutReads(trx, { from, to, n: Math.floor(now.getTime() / MINUTE_MS), now });
    const line = `Payouts from ${from} until before ${to} are being imported. \`books\` shows them in about a minute.`;
    return { ...COMMAND_ONLY, facts: { about: `${from} – ${to}` }, lines: [line] };
  },
});

/** Actions on alerts, people, documents and the ledger. */
export const OTHER_ACTS = {
  ...ALERT_ACTS,
  'end-sign-ins': endSignIns,
  'driver-data': driverData,
  'pass-over': skipDocumentNumber,
  'read-payouts': readPayouts,
} satisfies Partial<Record<AuditedAct, ActRow>>;
