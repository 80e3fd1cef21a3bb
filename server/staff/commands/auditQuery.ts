import Joi from 'joi';
import { AUDIT_FILTERS, type Audit, type AuditQuery } from '../../../shared/console/audit.ts';
import { getAudit } from '../acts/audit.ts';
import { columns, minute, moneyText } from '../acts/commandLines.ts';
import { field, limit, oneOf, parsed } from '../acts/fields.ts';
import { query } from './commands.ts';

interface AuditCommand extends Omit<AuditQuery, 'who'> {
  of?: string;
  limit: number;
}

export const AUDIT_QUERIES = {
  audit: query<AuditCommand, Audit>({
    does: 'List the audit log, newest first: user, action and reason',
    fields: {
      of: field('[--who "…"]', Joi.string().empty('')),
      is: oneOf('is', AUDIT_FILTERS),
      find: field('[--find "…"]', Joi.string().empty('')),
      before: field(
        '[--before <id>]',
        parsed(typed => Number.parseInt(typed, 10) || 0),
      ),
      limit: limit(50, 1000),
    },
    read: ({ store }, { of, limit, ...narrowed }) => getAudit(store.db, { ...narrowed, ...(of && { who: of }) }, limit),
    lines: linesOf,
  }),
};

function linesOf({ lines, before }: Audit): readonly string[] {
  if (lines.length === 0) return ['No entries found.'];
  const rows = lines.map(({ id, at, who, does, number, about, isDone, amount, reason }) => [
    ...[String(id), minute(new Date(at)), who, isDone ? does : `${does}, failed`],
    ...[amount ? moneyText(amount) : '', number === null ? (about ?? '') : String(number), reason],
  ]);
  const heads = ['id', 'time', 'user', 'action', 'amount', 'transaction', 'reason'];
  return [...columns([heads, ...rows]), ...(before === null ? [] : [`Earlier: --before ${before}`])];
}
