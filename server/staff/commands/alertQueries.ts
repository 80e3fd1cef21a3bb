import { DAY_MS } from '../../../shared/model/time.ts';
import { later } from '../../core/records/instants.ts';
import { type AlertKind, listOpen, RUNBOOK, TICKED_OFF } from '../../runtime/alerts.ts';
import type { Db } from '../../store/engine/database.ts';
import { listNotes, type Note } from '../../store/jobs/alertRows.ts';
import { listAudit } from '../../store/jobs/audit.ts';
import { findSubject } from '../../store/staff/overview.ts';
import { columns, minute } from '../acts/commandLines.ts';
import { field, parsed, positiveInteger } from '../acts/fields.ts';
import { type CommandDependencies, query } from './commands.ts';

interface AlertQuery {
  days?: number;
  isAll?: boolean;
}

/** An alert, formatted for output. `done` tells how it was closed; null while the alert is open. */
interface Noted {
  id: number;
  notedAt: Date;
  transaction: number | null;
  what: string;
  reason: string;
  advice: string | null;
  done: string | null;
}

/**
 * Lists open alerts, of any age unless `days` is given. With `isAll`, lists all alerts of the last `days` (default 90),
 * including how they were closed.
 */
async function attended({ store: { db }, now }: CommandDependencies, { days, isAll = false }: AlertQuery): Promise<Noted[]> {
  const since = (limit: number): Date => later(now, -(days || limit) * DAY_MS);
  if (isAll) return noted(db, await listNotes(db, since(90)), await endsOf(db, since(90)));
  const open = await listOpen(db);
  return noted(db, days === undefined ? open : open.filter(({ at }) => at >= since(90)), () => null);
}

const adviceOn = (why: string): string | null => (Object.hasOwn(RUNBOOK, why) ? RUNBOOK[why as AlertKind] : null);

const noted = (db: Db, notes: readonly Note[], endOf: (note: Note) => string | null): Promise<Noted[]> =>
  Promise.all(
    notes.map(async note => {
      const { id, at, subjectId, facts } = note;
      const [what, session] = [String(facts.why), await findSubject(db, subjectId)];
      const transaction = session?.number ?? null;
      return {
        id,
        notedAt: at,
        transaction,
        what,
        reason: String(facts.reason ?? ''),
        advice: adviceOn(what),
        done: endOf(note),
      };
    }),
  );

function linesOf(notes: readonly Noted[], { isAll = false }: AlertQuery): readonly string[] {
  if (notes.length === 0) return ['No open alerts.'];
  const ends = isAll ? 'done' : '';
  const rows = notes.map(({ id, notedAt, transaction, what, reason, done }) => [
    ...[String(id), minute(notedAt), transaction === null ? '–' : String(transaction), what, reason],
    done ?? (ends && 'open'),
  ]);
  const advice = new Map(notes.flatMap(({ what, advice }) => (advice === null ? [] : [[what, advice] as const])));
  return [
    ...columns([['id', 'noted', 'transaction', 'what', 'reason', ends], ...rows]),
    '',
    ...[...advice].map(([what, text]) => `${what}: ${text}`),
  ];
}

async function endsOf(db: Db, since: Date): Promise<(note: Note) => string | null> {
  const ticked = await listAudit(db, { what: TICKED_OFF, since });
  const reasons = new Map(ticked.map(({ facts }) => [facts.note, String(facts.reason)]));
  return ({ id, closedAt }) => {
    if (closedAt === null) return null;
    const reason = reasons.get(id);
    return reason === undefined ? 'no action needed' : `${minute(closedAt)}: ${reason}`;
  };
}

export const ALERT_QUERIES = {
  attention: query({
    does: 'List open alerts; --all adds closed ones of the last 90 days and how they were closed',
    fields: {
      days: field(
        '[--days 90]',
        parsed(typed => positiveInteger(typed, 99_999)),
        'Invalid number of days. Use a whole number above 0.',
      ),
      isAll: field(
        '[--all]',
        parsed(() => true),
      ),
    },
    read: attended,
    lines: linesOf,
  }),
};
