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
import { ActRefused, type ActRow, act, COMMAND_ONLY, NO_MONEY, textsOf, within } from './act.ts';
import { field, OPTIONAL_REASON, parsed, REASON, text as textField } from './fields.ts';

const { text, step } = textsOf('acts');

interface FinishFields {
  /** By command several at once. */
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
      attention: field('<id> …', parsed(readIds).required(), 'Give the ids that `attention` shows: done 12 13 --reason "…"'),
      reason: REASON,
    },
    command: { name: 'done', does: 'ticks off what `attention` shows: somebody has seen to it' },
    async run(context, { attention, reason }) {
      const ids = [attention].flat();
      if (reason.trim() === '') throw new ActRefused('This needs a reason: it is kept in the audit.', text('reasonMissing'));
      await tickOff(within(context).store, { ids, reason: reason.trim(), now: context.now });
      return {
        ...NO_MONEY,
        button: text('attention.button'),
        facts: { attention: typeof attention === 'number' ? attention : ids.join(' ') },
        lines: [`Ticked off: ${ids.join(', ')}. \`attention --all\` still shows it.`],
      };
    },
  }),
  'take-on': act<{ attention: number }>({
    subject: 'alert',
    fields: {
      attention: field(
        '<id>',
        Joi.string().pattern(ALERT_ID).required().custom(Number),
        'Give the id that `attention` shows: take-on 12 --who "…"',
      ),
    },
    command: { does: 'says that somebody looks after what `attention` shows' },
    async run({ trx, actor, now }, { attention }) {
      if (!(await assignNote(trx, { id: attention, by: actor.who.name, at: now })))
        throw new ActRefused('It is done already.', no('done'));
      return {
        ...NO_MONEY,
        button: text('attention.button'),
        facts: { attention },
        lines: [`${actor.who.name} looks after ${attention}. Today at the console shows it.`],
      };
    },
  }),
} satisfies Partial<Record<AuditedAct, ActRow>>;

interface EndSignInsFields extends Omit<Extract<Act, { does: 'end-sign-ins' }>, 'does'> {
  /** By command everybody is named as such. */
  isAll?: boolean;
}

/** As the audit calls all of them. */
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
    does: 'signs somebody out of the console on every device, or everybody; links to sign in that nobody has opened are void',
  },
  about: ({ person }) => person ?? EVERYBODY,
  async run({ actor, trx, now }, { person, isAll = false }) {
    const isCommand = actor.who.by === 'command';
    if (isCommand && (person === null) !== isAll) throw new RangeError('Say whom: --name "First Last", or --all.');
    const ended = await endAllSignIns(trx, { name: person, now });
    if (ended.session + ended.link === 0)
      throw new ActRefused('Nobody is signed in by that name, and no link waits.', text('endSignIns.nobody'));
    const isYou = !isCommand && (person === null || person === actor.who.name);
    return {
      ...NO_MONEY,
      button: text(person === null ? 'endSignIns.all' : 'endSignIns.button'),
      steps: [
        ...(ended.session > 0 ? [step('endSignIns.ended', { count: ended.session })] : []),
        ...(ended.link > 0 ? [step('endSignIns.links')] : []),
        step('endSignIns.again'),
      ],
      warning: isYou ? text('endSignIns.you') : null,
      lines: [person === null ? 'Nobody is signed in any more.' : `${person} is signed out everywhere.`],
    };
  },
});

/**
 * After an older copy of the database was put back: the series goes on behind a document that was issued since, or its number
 * would be given to another one. A series never goes back.
 */
const skipDocumentNumber = act<{ document: string }>({
  subject: 'documents',
  fields: { document: textField('--document R-ABC-2027-000123') },
  command: { does: 'after a backup was put back: the series goes on behind this number, which was issued since' },
  async run({ trx, now }, { document }) {
    const read = readNumber(document);
    if (!read) throw new RangeError('The number is not usable: write it as it stands on the document, like R-ABC-2027-000123');
    const last = await raiseCounter(trx, { series: read.series, atLeast: read.count });
    await writeAudit(trx, { at: now, what: 'numbers passed over', subjectId: document, facts: { last } });
    return { ...COMMAND_ONLY, facts: { document }, lines: [`The next document of this series has number ${last + 1}.`] };
  },
});

const day = (typed: string) =>
  field(
    typed,
    Joi.string()
      .empty('')
      .custom((value: string, { error }) => (isDay(value) ? value : error('any.invalid'))),
    'Write a day like 2026-11-01.',
  );

const readPayouts = act<{ from?: string; to?: string }>({
  subject: 'ledger',
  fields: { from: day('[--from 2026-11-01]'), to: day('[--to 2026-12-01]') },
  command: {
    name: 'payouts',
    does: 'has the running app read what the provider has paid out since a day, and before another; `books` shows it',
  },
  /** Without days, of the last two weeks. */
  async run({ trx, now }, { from = isoDay(later(now, -14 * DAY_MS)), to = isoDay(later(now, DAY_MS)) }) {
    if (from >= to) throw new RangeError('The first day has to be before the last.');
    // Of two requests within a minute, one is done.
    await enqueuePayoutReads(trx, { from, to, n: Math.floor(now.getTime() / MINUTE_MS), now });
    const line = `What has arrived from ${from} on and before ${to} will be read. \`books\` shows it in a minute or so.`;
    return { ...COMMAND_ONLY, facts: { about: `${from} – ${to}` }, lines: [line] };
  },
});

/** Acts on alerts, people, documents and the ledger. */
export const OTHER_ACTS = {
  ...ALERT_ACTS,
  'end-sign-ins': endSignIns,
  'pass-over': skipDocumentNumber,
  'read-payouts': readPayouts,
} satisfies Partial<Record<AuditedAct, ActRow>>;
