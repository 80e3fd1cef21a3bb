import type { ReactNode } from 'react';
import type { OperatedFile } from '../../../shared/console/files.ts';
import type { BookFile } from '../../../shared/console/ledger.ts';
import type { Operating } from '../../../shared/console/operating.ts';
import type { Person } from '../../../shared/console/signedIn.ts';
import type { ConsoleLocale, Tab } from './ConsoleContext.ts';
import type { TextKey } from './translations.ts';

/** What a page of the console is asked with. */
export interface ConsoleRequest {
  operating: Operating;
  who: Person;
  locale: ConsoleLocale;
  params: Readonly<Record<string, string>>;
  query: Readonly<Record<string, string>>;
  /** What of the query was typed of people, as links of the page name it: `for`. Null: nothing. */
  sealed: string | null;
  /** The address of a page that asks for somebody or something of theirs. */
  search(page: ConsolePage, values: Readonly<Record<string, string>>): string;
}

/** A form that was sent: what was typed, cut to a sane length, and the token of the form, which is ours. */
export interface ConsoleForm extends ConsoleRequest {
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
  show(request: ConsoleRequest): Promise<Shown>;
  post?(request: ConsoleForm): Promise<Shown>;
  /**
   * Fields that may say something of people. They stand in no address but sealed: without a `post` of its own the page's form is sent by
   * POST, by whoever may look, and answered with such an address.
   */
  typed?: readonly string[];
}
