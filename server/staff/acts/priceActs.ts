import Joi from 'joi';
import type { PriceAct } from '../../../shared/console/acts.ts';
import type { Text } from '../../../shared/console/operating.ts';
import { iso } from '../../../shared/model/time.ts';
import { needsSecondPerson, validPeriod } from '../../shop/catalogue/tariffState.ts';
import { tariffDifference } from '../../shop/import/catalogueChanges.ts';
import { CATALOGUE, publishAfterCommit } from '../../store/engine/changeFeed.ts';
import type { Trx } from '../../store/engine/database.ts';
import { emitPrice } from '../../store/shop/priceEvents.ts';
import {
  addTariffVersion,
  putConsolePeriod,
  putTariffChanges,
  type TariffChange,
  type TariffChanges,
} from '../../store/shop/tariffChanges.ts';
import { getTariff } from '../../store/shop/tariffs.ts';
import { type ActContext, type ActEffects, type ActRow, act, NO_MONEY } from './act.ts';
import { minute } from './commandLines.ts';
import { CHECKED_REASON, field, parsed, WITHOUT_REASON } from './fields.ts';
import { REVISION, refuseOwnRequest, refuseWhileWaiting, requestApproval, settleRequest, TARIFF } from './priceApproval.ts';
import {
  type EditedTariff,
  editedTariff,
  filePeriodsOf,
  type PlannedChange,
  type PriceActOf,
  planChange,
  previewOf,
  refuse,
  refusePast,
  step,
  text,
} from './priceChange.ts';
import { readAdded, readPrices, refuseUnreadable } from './priceFields.ts';
import { withdraw, withdrawPrice } from './priceWithdrawal.ts';

/** Writes a change, so that the new prices are announced, or valid at once. */
async function applyChange(trx: Trx, { id, edited, change }: { id: string; edited: EditedTariff; change: TariffChange }) {
  const { changes, periods } = edited.state;
  await putConsolePeriod(trx, id, change);
  const done = [...changes.done.filter(({ from }) => from !== change.from), change];
  const filePeriods = changes.done.length === 0 ? filePeriodsOf(periods) : changes.filePeriods;
  await putTariffChanges(trx, id, { waiting: null, done, filePeriods });
  await emitPrice(trx, id, { ...change, isWithdrawn: false });
  publishAfterCommit(trx, CATALOGUE);
}

const datesOf = ({ preview: { from, until, timeZone: zone } }: Pick<PlannedChange, 'preview'>): Text['values'] => ({
  from: { moment: from, zone },
  ...(until === null ? {} : { until: { moment: until, zone } }),
});

/** What a change does, for the console: announced or at once, until when, and what happens to current orders. */
const effectsOf = (planned: Pick<PlannedChange, 'preview'>): Pick<ActEffects, 'price' | 'steps' | 'warning'> => ({
  price: planned.preview,
  steps: [
    step('change.announced', datesOf(planned)),
    step('change.orders'),
    ...(planned.preview.until === null ? [] : [step('change.until', datesOf(planned))]),
    step('change.import'),
  ],
  warning: null,
});

async function linesOf(trx: Trx, id: string, { version, base, from }: Pick<TariffChange, 'version' | 'base' | 'from'>) {
  const [before, after] = [await getTariff(trx, { id, version: base }), await getTariff(trx, { id, version })];
  return [`${id} from ${minute(new Date(from))}: ${tariffDifference(before, after).join('; ')}`];
}

const changePrice = act<PriceActOf<'change-price'>>({
  subject: 'tariff',
  fields: {
    tariff: TARIFF,
    from: field('--from 2026-12-01T00:00', Joi.string().required(), 'Missing start. Use a local time: --from 2026-12-01T00:00'),
    prices: field(
      '[--price 1=0.59]…',
      parsed(readPrices).default([]),
      'Invalid price. Use --price 1=0.59 with a number that `prices` lists.',
    ),
    added: field(
      '[--add "Mon-Fri 16:00-20:00=0.59"]…',
      parsed(readAdded).default([]),
      'Invalid added price. Use --add "Mon-Fri 16:00-20:00=0.59".',
    ),
    needsSecond: field('[--second-person]', parsed(() => true).default(false)),
    revision: REVISION,
    reason: CHECKED_REASON,
  },
  command: {
    does: 'Change prices of a tariff from a local time on; running sessions and placed orders stay at their price; with OPERATOR_PRICE_CONFIRMATION or --second-person, a second person approves first',
  },
  about: ({ tariff }) => tariff,
  async run(context, fields) {
    refuseUnreadable(fields);
    const { trx, actor, now } = context;
    const { tariff: id, reason } = fields;
    const edited = await editedTariff(context, fields);
    refuseWhileWaiting(edited);
    const planned = await planChange(edited, fields);
    const { name: by, account = null } = actor.who;
    const change: TariffChange = { ...planned.change, reason, by, account, at: now.getTime() };
    await addTariffVersion(trx, planned.record, now);
    const facts = { version: change.version, from: iso(new Date(change.from)) };
    const lines = await linesOf(trx, id, change);
    if (!(fields.needsSecond || (await needsSecondPerson(trx)))) {
      await applyChange(trx, { id, edited, change });
      return { ...NO_MONEY, ...effectsOf(planned), button: text('change.button', datesOf(planned)), facts, lines };
    }
    await requestApproval(context, { id, edited, change });
    return {
      ...NO_MONEY,
      does: 'request-price',
      button: text('request.button'),
      price: planned.preview,
      steps: [step('request.waits'), step('request.then', datesOf(planned))],
      waits: true,
      facts,
      lines: [
        ...lines,
        'Nothing has changed yet. A second person must approve the change:',
        `npm run operator -- confirm-price ${id} --reason "…" --who "…"`,
      ],
    };
  },
});

interface Decision {
  tariff: string;
  revision?: string;
  reason: string;
}

interface Waiting extends EditedTariff {
  waiting: TariffChange;
}

async function waitingChange(context: ActContext, fields: Decision): Promise<Waiting> {
  if (fields.reason === '') throw refuse(WITHOUT_REASON, 'noReason');
  const edited = await editedTariff(context, fields);
  const { waiting } = edited.state.changes;
  if (!waiting) throw refuse('No change of this tariff awaits approval.', 'nothingWaits');
  return { ...edited, waiting };
}

const DECISION = { subject: 'tariff', fields: { tariff: TARIFF, revision: REVISION, reason: CHECKED_REASON } } as const;
const confirmPrice = act<Decision>({
  ...DECISION,
  command: { does: 'Approve a change of prices that another person has requested' },
  about: ({ tariff }) => tariff,
  async run(context, fields) {
    const { trx, now } = context;
    const { tariff: id } = fields;
    const edited = await waitingChange(context, fields);
    const { waiting } = edited;
    refuseOwnRequest(context, waiting);
    if (waiting.isWithdrawal) {
      const withdrawn = await withdraw(context, { id, edited, change: waiting });
      await settleRequest(context, id, 'confirmed');
      return withdrawn;
    }
    const start = new Date(waiting.from);
    refusePast(start, now);
    const before = validPeriod(edited.state, start);
    if (before?.version !== waiting.base)
      throw refuse('The prices have changed since the request. Reject the change and request it again.', 'otherBase');
    const after = { id, version: waiting.version, tariff: await getTariff(trx, { id, version: waiting.version }) };
    const preview = await previewOf(edited, { before, after, start });
    await applyChange(trx, { id, edited, change: waiting });
    await settleRequest(context, id, 'confirmed');
    return {
      ...NO_MONEY,
      ...effectsOf({ preview }),
      button: text('confirm.button', datesOf({ preview })),
      facts: { version: waiting.version, from: iso(start) },
      lines: [...(await linesOf(trx, id, waiting)), `Requested by ${waiting.by}. The change is approved.`],
    };
  },
});

const declinePrice = act<Decision>({
  ...DECISION,
  command: { does: 'Reject a change of prices that awaits approval, or cancel your own request' },
  about: ({ tariff }) => tariff,
  async run(context, fields) {
    const { state, waiting } = await waitingChange(context, fields);
    await putTariffChanges(context.trx, fields.tariff, { ...state.changes, waiting: null } satisfies TariffChanges);
    await settleRequest(context, fields.tariff, 'declined');
    return {
      ...NO_MONEY,
      button: text(waiting.by === context.actor.who.name ? 'withdrawRequest' : 'decline.button'),
      steps: [step('decline.nothing')],
      facts: { version: waiting.version, from: iso(new Date(waiting.from)) },
      lines: [`Change of ${fields.tariff} rejected, requested by ${waiting.by}.`],
    };
  },
});

/** Actions on the prices of a tariff. */
export const PRICE_ACTS: Readonly<Record<PriceAct['does'], ActRow>> = {
  'change-price': changePrice,
  'confirm-price': confirmPrice,
  'decline-price': declinePrice,
  'withdraw-price': withdrawPrice,
};
