import { DAY_MS } from '../../../shared/time.ts';
import { type AlertKind, listOpen, RUNBOOK, TICKED_OFF } from '../alerts.ts';
import { later } from '../instants.ts';
import { listNotes, type Note } from '../store/alertRows.ts';
import { listAudit } from '../store/audit.ts';
import { findSubject } from '../store/overview.ts';
import type { Db, Store } from '../store/store.ts';
import { columns, minute } from './commandLines.ts';

interface CommandDependencies {
  store: Store;
  now: Date;
}

type Options = Readonly<Record<string, string | undefined>>;

/** What is open, however old; with `all` whatever was noted of late, and what became of it. */
export async function attention({ store: { db }, now }: CommandDependencies, { days, all }: Options): Promise<readonly string[]> {
  const since = (most: number): Date => later(now, -(Number.parseInt(days ?? '', 10) || most) * DAY_MS);
  if (all !== undefined) return listed(db, await listNotes(db, since(90)), await endsOf(db, since(90)));
  const open = await listOpen(db);
  return listed(db, days === undefined ? open : open.filter(({ at }) => at >= since(90)), null);
}

/** @param ends what became of a note by its id; null: all are open. */
async function listed(db: Db, notes: readonly Note[], ends: ((note: Note) => string) | null): Promise<readonly string[]> {
  if (notes.length === 0) return ['Nothing needs attention.'];
  const rows = notes.map(async note => {
    const { id, at, subjectId, facts } = note;
    const session = await findSubject(db, subjectId);
    const about = [String(id), minute(at), session ? String(session.number) : '–', String(facts.why)];
    return [...about, String(facts.reason ?? ''), ends?.(note) ?? ''];
  });
  const known = [...new Set(notes.map(({ facts }) => String(facts.why)))].filter(why => Object.hasOwn(RUNBOOK, why));
  return [
    ...columns([['id', 'noted', 'transaction', 'what', 'reason', ends ? 'done' : ''], ...(await Promise.all(rows))]),
    '',
    ...known.map(why => `${why}: ${RUNBOOK[why as AlertKind]}`),
  ];
}

async function endsOf(db: Db, since: Date): Promise<(note: Note) => string> {
  const ticked = await listAudit(db, { what: TICKED_OFF, since });
  const reasons = new Map(ticked.map(({ facts }) => [facts.note, String(facts.reason)]));
  return ({ id, closedAt }) => {
    if (closedAt === null) return 'open';
    const reason = reasons.get(id);
    return reason === undefined ? 'nothing to do' : `${minute(closedAt)}: ${reason}`;
  };
}
