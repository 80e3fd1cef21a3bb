import type { ReactNode } from 'react';
import type { BookFile } from '../../shared/console/books.ts';
import type { OperatedFile } from '../../shared/console/files.ts';
import type { Person } from '../../shared/console/signedIn.ts';
import type { Operating } from '../../shared/operating.ts';
import type { ConsoleLocale, Tab } from './ConsoleContext.ts';
import type { TextKey } from './words.ts';

/** What a page of the console is asked with. */
export interface ConsoleAsk {
  operating: Operating;
  who: Person;
  locale: ConsoleLocale;
  params: Readonly<Record<string, string>>;
  query: Readonly<Record<string, string>>;
}

/** A form that was sent: what was typed, cut to a sane length, and the token of the form, which is ours. */
export interface ConsoleForm extends ConsoleAsk {
  values: Readonly<Record<string, string>>;
  form: string;
}

/** A page, the address to go on at, a file, or nothing: there is no such page. */
export type Shown =
  | { title: TextKey; titleValues?: Readonly<Record<string, string>>; content: ReactNode; status?: number }
  | { go: string }
  | { file: OperatedFile | BookFile }
  | null;

/**
 * A page: `show` loads what it needs and answers its content, `post` does what its form asks and answers where to go on, or the
 * page again. `post` is for those who may act; everybody else is told so.
 */
export interface ConsolePage {
  /** Below /operator, as react-router writes it: '/sessions/:number'. */
  path: string;
  tab: Tab;
  show(ask: ConsoleAsk): Promise<Shown>;
  post?(ask: ConsoleForm): Promise<Shown>;
  /** Its form is for those who may only read, too. */
  isForReaders?: boolean;
}
