import Joi from 'joi';
import { FAULT_OUTCOMES, type FaultAct, MAX_ANSWER } from '../../../shared/console/faults.ts';
import type { Text } from '../../../shared/console/operating.ts';
import { settleFaultAlert } from '../../shop/faultReports/retention.ts';
import { enqueue } from '../../store/jobs/outboxRows.ts';
import { findPoint } from '../../store/shop/catalogue.ts';
import { closeFaults, countOpenFaults, findFaultReport, updateFaultReport } from '../../store/shop/faultReports.ts';
import { ActRefused, type ActRow, act, NO_MONEY, textsOf } from './act.ts';
import { CHECKED_REASON, field, OPTIONAL_REASON, parsed, WITHOUT_REASON } from './fields.ts';

type ActOf<Name extends FaultAct['does']> = Extract<FaultAct, { does: Name }>;

const { text, step } = textsOf('faults');
const refuse = (message: string, key: string, values: Text['values'] = {}) =>
  new ActRefused(message, text(`refusal.${key}`, values));

/** Sends an answer to a driver by e-mail, in the name of the brand. The audit log does not contain the words. */
const answerFault = act<ActOf<'answer-fault'>>({
  subject: 'point',
  fields: {
    report: field('<report>', Joi.string().required(), 'Missing report. `faults` lists the reports.'),
    words: field('--text "…"', Joi.string().trim().allow('').default('')),
    reason: OPTIONAL_REASON,
  },
  command: { does: 'Answer a driver who has reported a fault, by e-mail; `faults` lists the reports' },
  about: ({ report }) => report,
  async run({ actor, trx, now }, { report: id, words }) {
    const report = await findFaultReport(trx, id);
    if (!report) throw refuse(`Unknown report ${id}.`, 'noReport');
    if (report.sealedEmail === '') throw refuse('The driver has left no e-mail address.', 'noAddress');
    const answer = words.trim();
    if (answer === '') throw refuse('Missing --text. It is what the driver reads.', 'noWords');
    if (answer.length > MAX_ANSWER)
      throw refuse(`The text has more than ${MAX_ANSWER} characters.`, 'tooLong', { max: MAX_ANSWER });
    const answers = [...report.answers, { at: now.getTime(), by: actor.who.name, words: answer }];
    await updateFaultReport(trx, id, { answers });
    await enqueue(trx, { kind: 'mail-fault', subjectId: id, n: answers.length, at: now });
    return {
      ...NO_MONEY,
      button: text('answer.button'),
      steps: [step('answer.sent'), step('answer.language', { language: { key: `faults.language.${report.locale}` } })],
      facts: { about: report.evseId, report: id },
      lines: [`The answer about ${report.evseId} is sent by e-mail.`],
    };
  },
});

/** Closes the open reports about a charging point and their alert. */
const closePoint = act<ActOf<'close-faults'>>({
  subject: 'point',
  fields: {
    point: field('<EVSE ID>', Joi.string().required(), 'Missing EVSE ID of the charging point.'),
    outcome: field(
      '--outcome fixed|not-confirmed',
      Joi.valid(...FAULT_OUTCOMES).required(),
      'Missing or unknown outcome. Use --outcome fixed or --outcome not-confirmed.',
    ),
    until: field(
      '[--until 2026-05-04T18:40:05Z]',
      parsed(typed => (Number.isNaN(Date.parse(typed)) ? null : typed)),
      'Invalid time. Use a time with its zone such as 2026-05-04T18:40:05Z.',
    ),
    reason: CHECKED_REASON,
  },
  command: { does: 'Close the fault reports about a charging point; drivers get no message' },
  about: ({ point }) => point,
  async run({ trx, now }, { point: typed, outcome, until, reason }) {
    if (reason === '') throw refuse(WITHOUT_REASON, 'noReason');
    const evseId = (await findPoint(trx, typed, { includesRemoved: true }))?.evseId ?? typed;
    const closed = await closeFaults(trx, { evseId, outcome, now, until: until === undefined ? now : new Date(until) });
    if (closed === 0) throw refuse(`No report about ${evseId} is open.`, 'noneOpen', { point: evseId });
    await settleFaultAlert(trx, { evseId, reason, now });
    const left = await countOpenFaults(trx, { evseId });
    return {
      ...NO_MONEY,
      button: text('close.button'),
      steps: [
        step('close.closed', { count: closed }),
        ...(left > 0 ? [step('close.left', { count: left })] : []),
        step('close.deleted'),
      ],
      facts: { outcome, reports: closed },
      lines: [`Reports closed: ${closed}.`, ...(left > 0 ? [`Newer reports stay open: ${left}.`] : [])],
    };
  },
});

/** Actions on drivers' reports about charging points. */
export const FAULT_ACTS: Readonly<Record<FaultAct['does'], ActRow>> = { 'answer-fault': answerFault, 'close-faults': closePoint };
