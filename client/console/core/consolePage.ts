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
   * The personal data of the query, encrypted. Links on the page pass this value on in the query parameter 'for'. Null: the
   * query has no personal data.
   */
  sealed: string | null;
  /** Builds the address of a page whose query contains personal data, in encrypted form. */
  search(page: ConsolePage, values: Readonly<Record<string, string>>): string;
}

/** A submitted form. `values` are truncated to a maximum length, and the token `form` has been verified. */
export interface ConsoleForm extends ConsoleRequest {
  values: Readonly<Record<string, string>>;
  form: string;
}

/** The response of a page: content, a redirect (`go`), a file, or null for 404. */
export type Shown =
  | { title: TextKey; titleValues?: Readonly<Record<string, string>>; content: ReactNode; status?: number }
  | { go: string }
  | { file: OperatedFile | BookFile }
  | null;

/**
 * A page of the console. `show` loads its data and returns its content. `post` performs the action of a form and returns a
 * redirect or the page again. Without the role 'act', a person who submits a form gets a message, and `post` is not called.
 */
export interface ConsolePage {
  /** Path below /operator, in the syntax of react-router: '/sessions/:number'. */
  path: string;
  tab: Tab;
  show(request: ConsoleRequest): Promise<Shown>;
  post?(request: ConsoleForm): Promise<Shown>;
  /**
   * Names of the fields that may contain personal data. Addresses contain these fields only in encrypted form. A page without
   * `post` accepts its own form by POST from every signed-in person and redirects to the encrypted address.
   */
  typed?: readonly string[];
}
