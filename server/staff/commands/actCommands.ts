import type { Act } from '../../../shared/console/acts.ts';
import type { Acted, Contact } from '../../../shared/console/operating.ts';
import { createHolidays } from '../../core/pricing/holidays.ts';
import { createActing } from '../acts/actService.ts';
import { ActRefused } from '../acts/manualSettlement.ts';
import type { Command, CommandDependencies } from './commands.ts';
import { askerOf } from './manualCommand.ts';
import { readNumber } from './parseOptions.ts';

type Options = Readonly<Record<string, string | undefined>>;

/** Acts of the console, by the same code: each is in the audit, with who did it. */
export const ACT_COMMANDS: Readonly<Record<string, Command>> = {
  note: {
    usage: 'note --transaction <number> --text "…" --who "…"',
    does: 'keeps a note with a session, for whoever looks at it next',
    options: ['transaction', 'text', 'who'],
    async run(dependencies, { transaction = '', text = '', who }) {
      const number = readNumber(transaction);
      await act(dependencies, who, { does: 'note', number, reason: text });
      return [`Noted with transaction ${number}.`];
    },
  },
  'see-contact': {
    usage: 'see-contact --transaction <number> --reason "…" --who "…"',
    does: 'tells a driver’s name and e-mail address',
    options: ['transaction', 'reason', 'who'],
    async run(dependencies, options) {
      const { name, email } = await seeContact(dependencies, options);
      return [name || '(no name)', email || '(no e-mail address)'];
    },
    data: seeContact,
  },
  'send-receipt': {
    usage: 'send-receipt --transaction <number> [--reason "…"] --who "…"',
    does: 'sends a session’s receipt once more, to the address that the driver gave',
    options: ['transaction', 'reason', 'who'],
    async run(dependencies, { transaction = '', reason = '', who }) {
      const number = readNumber(transaction);
      await act(dependencies, who, { does: 'send-receipt', number, reason });
      return [`The receipt of transaction ${number} will be sent.`];
    },
  },
  'take-on': {
    usage: 'take-on <id> --who "…"',
    does: 'says that somebody looks after what `attention` shows',
    options: ['who'],
    operands: 'id',
    async run(dependencies, { id = '', who }) {
      if (!/^\d{1,15}$/.test(id)) throw new RangeError('Give the id that `attention` shows: take-on 12 --who "…"');
      await act(dependencies, who, { does: 'take-on', attention: Number(id), reason: '' });
      return [`${(who ?? '').trim()} looks after ${id}. Today at the console shows it.`];
    },
  },
};

async function seeContact(dependencies: CommandDependencies, { transaction = '', reason = '', who }: Options): Promise<Contact> {
  if (reason.trim() === '') throw new ActRefused('This needs a reason: it is kept in the audit.');
  const { told } = await act(dependencies, who, { does: 'see-contact', number: readNumber(transaction), reason });
  if (!told) throw new ActRefused('There is nobody to tell of.');
  return told;
}

/** The other platform did not come together with us; `why` in English. */
export class NotConnected extends ActRefused {
  readonly why: string;
  constructor(why: string) {
    super(`Not connected: ${why}`);
    this.why = why;
  }
}

type DoneAct = Extract<Acted, { kind: 'done' }>;

/** @throws RangeError where nobody says who acts, NotStuck where it is refused */
export async function act({ store, now, desk }: CommandDependencies, who: string | undefined, ask: Act): Promise<DoneAct> {
  const asker = askerOf(who);
  const form = asker.requestId;
  // The running app finds what is enqueued by itself.
  const about = 'number' in ask || !desk ? {} : { desk: desk() };
  const context = { store, clock: { now: () => now }, holidays: createHolidays(), wake: () => undefined, ...about };
  const acting = createActing(context, asker);
  const acted = await acting.act({ ...ask, seen: 0, form });
  if (acted.kind === 'not-now') throw new ActRefused(acted.why);
  if (acted.kind === 'not-connected') throw new NotConnected(acted.why);
  if (acted.kind !== 'done') throw new ActRefused('It has changed in the meantime: try again.');
  return acted;
}
