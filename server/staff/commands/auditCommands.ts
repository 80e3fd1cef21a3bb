import { AUDIT_FILTERS, type Audit, type AuditQuery } from '../../../shared/console/audit.ts';
import { getAudit } from '../acts/audit.ts';
import { columns, minute } from './commandLines.ts';
import type { Command, CommandDependencies } from './commands.ts';

type Options = Readonly<Record<string, string | undefined>>;

export const AUDIT_COMMANDS: Readonly<Record<string, Command>> = {
  audit: {
    usage: 'audit [--who "…"] [--is money|data|stations|signing-in|refused] [--find "…"] [--before <id>] [--most 50]',
    does: 'List the audit log, newest first: user, action and reason',
    options: ['who', 'is', 'find', 'before', 'most'],
    run: async (dependencies, options) => linesOf(await audit(dependencies, options)),
    data: audit,
  },
};

function audit({ store }: CommandDependencies, { most = '50', ...options }: Options): Promise<Audit> {
  return getAudit(store.db, readAuditQuery(options), Math.min(Number.parseInt(most, 10) || 50, 1000));
}

/** @throws RangeError where there is no such filter */
export function readAuditQuery({ who, is, find, before }: Options): AuditQuery {
  const filter = AUDIT_FILTERS.find(name => name === is);
  if (is !== undefined && !filter) throw new RangeError(`Unknown filter ${is}. Use one of: ${AUDIT_FILTERS.join(', ')}.`);
  return {
    ...(who && { who }),
    ...(filter && { is: filter }),
    ...(find && { find }),
    ...(before && { before: Number.parseInt(before, 10) || 0 }),
  };
}

function linesOf({ lines, before }: Audit): readonly string[] {
  if (lines.length === 0) return ['No entries found.'];
  const rows = lines.map(({ id, at, who, does, number, about, isDone, amount, reason }) => [
    ...[String(id), minute(new Date(at)), who, isDone ? does : `${does}, failed`],
    ...[
      amount ? `${(amount.amountMinor / 100).toFixed(2)} ${amount.currency}` : '',
      number === null ? (about ?? '') : String(number),
      reason,
    ],
  ]);
  const heads = ['id', 'time', 'user', 'action', 'amount', 'transaction', 'reason'];
  return [...columns([heads, ...rows]), ...(before === null ? [] : [`Earlier: --before ${before}`])];
}
