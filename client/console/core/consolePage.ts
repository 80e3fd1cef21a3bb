import type { ReactNode } from 'react';
import type { OperatedFile } from '../../../shared/console/files.ts';
import type { BookFile } from '../../../shared/console/ledger.ts';
import type { Operating } from '../../../shared/console/operating.ts';
import type { Person } from '../../../shared/console/signedIn.ts';
import type { ConsoleLocale, Tab } from './ConsoleContext.ts';
import type { TextKey } from './translations.ts';

/** The request for a page of the console. */
export interface ConsoleRequest {
  operating: Operating;
  who: Person;
  locale: ConsoleLocale;
  params: Readonly<Record<string, string>>;
  query: Readonly<Record<string, string>>;
  /**
   * Encrypted form of the personal data in the query. Links on the page pass this value as `for`. Null: the query has no
   * personal data.
   */
  sealed: string | null;
  /** Builds an address of a page with personal data in encrypted form. */
  search(page: ConsolePage, values: Readonly<Record<string, string>>): string;
}

/** A submitted form. `values` are cut to a maximum length. `form` is the verified token of the form. */
export interface ConsoleForm extends ConsoleRequest {
  values: Readonly<Record<string, string>>;
  form: string;
}

/** A page, a redirect (`go`), a file, or null for 404. */
export type Shown =
  | { title: TextKey; titleValues?: Readonly<Record<string, string>>; content: ReactNode; status?: number }
  | { go: string }
  | { file: OperatedFile | BookFile }
  | null;

/**
 * A page. `show` loads the data and returns the content. `post` performs the act of a form and returns a redirect, or the page
 * again. Only persons with the role 'act' may call `post`. Other persons receive a message.
 */
export interface ConsolePage {
  /** Path below /operator in the syntax of react-router: '/sessions/:number'. */
  path: string;
  tab: Tab;
  show(request: ConsoleRequest): Promise<Shown>;
  post?(request: ConsoleForm): Promise<Shown>;
  /**
   * Fields that can contain personal data. An address contains these fields only in encrypted form. If the page has no `post`,
   * every signed-in person may submit its form by POST, and the response redirects to an address with the encrypted fields.
   */
  typed?: readonly string[];
}
