import type { ReactNode } from 'react';
import type { OperatedFile } from '../../../shared/console/files.ts';
import type { BookFile } from '../../../shared/console/ledger.ts';
import type { Operating } from '../../../shared/console/operating.ts';
import type { Person } from '../../../shared/console/signedIn.ts';
import type { ConsoleLocale, Tab } from './ConsoleContext.ts';
import type { TextKey } from './translations.ts';

/** A request for a page of the console. */
export interface ConsoleRequest {
  operating: Operating;
  who: Person;
  locale: ConsoleLocale;
  params: Readonly<Record<string, string>>;
  query: Readonly<Record<string, string>>;
  /**
   * The query's personal data in encrypted form. Links on the page repeat it as the query parameter 'for'. Null: the query
   * contains no personal data.
   */
  sealed: string | null;
  /** Builds the address of a page, with the personal data of its query in encrypted form. */
  search(page: ConsolePage, values: Readonly<Record<string, string>>): string;
}

/** A submitted form. `values` are cut at a maximum length. `form` is the form's token, which was verified. */
export interface ConsoleForm extends ConsoleRequest {
  values: Readonly<Record<string, string>>;
  form: string;
}

/** The response of a page: content, a redirect (`go`), or a file. Null: status 404. */
export type Shown =
  | { title: TextKey; titleValues?: Readonly<Record<string, string>>; content: ReactNode; status?: number }
  | { go: string }
  | { file: OperatedFile | BookFile }
  | null;

/**
 * A page of the console. `show` loads its data and returns its content. `post` performs a form's action and returns a redirect
 * or the page again. If a person without the role 'act' submits a form, a message is shown and `post` is not called.
 */
export interface ConsolePage {
  /** Path below /operator, in the syntax of react-router: '/sessions/:number'. */
  path: string;
  tab: Tab;
  show(request: ConsoleRequest): Promise<Shown>;
  post?(request: ConsoleForm): Promise<Shown>;
  /**
   * Names of fields that may contain personal data, which addresses contain only in encrypted form. If the page has no `post`,
   * every signed-in person may submit its form by POST, and is redirected to the encrypted address.
   */
  typed?: readonly string[];
}
