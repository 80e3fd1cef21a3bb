import { printLink } from '../../server/staff/console/signIns.ts';
import type { Store } from '../../server/store/engine/database.ts';
import type { Rights } from '../../shared/console/signedIn.ts';
import { fetchAsProxy } from './fetchAsProxy.ts';

/** A staff member who uses the console. Sends cookies and hidden form fields as a browser does, but follows no redirects. */
export class ConsoleVisitor {
  readonly #origin: string;
  readonly #standing: Readonly<Record<string, string>>;
  readonly cookies = new Map<string, string>();

  /** @param standing HTTP headers that are added to every request, as a reverse proxy would add them */
  constructor(origin: string, standing: Readonly<Record<string, string>> = {}) {
    this.#origin = origin;
    this.#standing = standing;
  }

  async get(path: string, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
    const sent = { Cookie: this.#cookie(), ...this.#standing, ...headers };
    return this.store(await fetchAsProxy(this.#origin + path, { headers: sent }));
  }

  async page(path: string): Promise<string> {
    return (await this.get(path)).text();
  }

  async post(
    path: string,
    values: Readonly<Record<string, string>>,
    headers: Readonly<Record<string, string>> = { 'Sec-Fetch-Site': 'same-origin' },
  ): Promise<Response> {
    const body = new URLSearchParams(values).toString();
    const sent = { 'Content-Type': 'application/x-www-form-urlencoded', Cookie: this.#cookie(), ...this.#standing, ...headers };
    return this.store(await fetchAsProxy(this.#origin + path, { method: 'POST', headers: sent, body }));
  }

  /**
   * Opens a page and submits one of its forms: the one whose `action` attribute has this value; null: the one without `action`.
   */
  async send(path: string, values: Readonly<Record<string, string>> = {}, action: string | null = null): Promise<Response> {
    return this.post(action ?? path, { ...hiddenOf(await this.page(path), action), ...values });
  }

  /** Submits a search form and opens the page to which the response redirects. */
  async check(path: string, values: Readonly<Record<string, string>>): Promise<string> {
    return this.page((await this.post(path, values)).headers.get('location') ?? '');
  }

  async signInByLink(store: Pick<Store, 'inTransaction'>, now: Date, request: { name: string } & Rights): Promise<void> {
    const asker = { who: { ...request, by: 'command' }, requestId: '' } as const;
    const token = await printLink({ store, now }, { ...request, asker });
    await this.send(`/operator/sign-in/${token}`, {}, `/operator/sign-in/${token}`);
  }

  #cookie(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  store(response: Response): Response {
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '') this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    return response;
  }
}

/** Returns the hidden fields of one form: the one whose `action` attribute has this value; null: the one without `action`. */
function hiddenOf(html: string, action: string | null): Record<string, string> {
  const forms = [...html.matchAll(/<form([^>]*method="post"[^>]*)>([\s\S]*?)<\/form>/g)];
  const form = forms.find(([, attributes = '']) =>
    action === null ? !attributes.includes('action=') : attributes.includes(`action="${action}"`),
  );
  const fields = [...(form?.[2] ?? '').matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)];
  return Object.fromEntries(fields.map(([, name = '', value = '']) => [name, value]));
}
