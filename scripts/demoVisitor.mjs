// A visitor of an app in demo mode who speaks plain HTTP, as a browser without JavaScript does.
import got from 'got';

export const CONTACT = {
  firstName: 'Test',
  lastName: 'Driver',
  email: 'driver@example.org',
  emailConfirmation: 'driver@example.org',
  acceptTerms: 'on',
  acceptPrivacy: 'on',
};

/** What a visitor did not expect. */
export class Unexpected extends Error {}

export function createVisitor(address) {
  const { origin } = new URL(address);
  const cookies = new Map();
  const http = got.extend({
    prefixUrl: origin,
    followRedirect: false,
    throwHttpErrors: false,
    retry: { limit: 0 },
    timeout: { request: 15_000 },
    headers: { 'accept-language': 'en', 'user-agent': 'Mozilla/5.0 journey', accept: 'text/html' },
  });

  const request = async (path, { form, expect = [200], headers = {} } = {}) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const options = { headers: { ...headers, ...(cookie ? { cookie } : {}), ...(form ? { origin } : {}) } };
    const answer = await http(path.replace(/^\//, ''), form ? { ...options, method: 'POST', form } : options);
    for (const line of answer.headers['set-cookie'] ?? []) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (name) cookies.set(name, value);
    }
    if (!expect.includes(answer.statusCode))
      throw new Unexpected(`${path} answered ${answer.statusCode}, not ${expect.join(' or ')}`);
    return answer;
  };
  const json = async path => JSON.parse((await request(path, { headers: { accept: 'application/json' } })).body);

  return {
    origin,
    request,
    json,
    point: ({ clientId, evseId }) => json(`/api/clients/${clientId}/charging-points/${encodeURIComponent(evseId)}`),
    session: sessionId => json(`/api/sessions/${sessionId}`),
    /** Orders at a plug; answers where the order leads: the payment page, or the session where charging is free. */
    async order({ clientId, evseId, connector, prefix = '', fields = {} }) {
      const path = `${prefix}/${clientId}/evse/${encodeURIComponent(evseId)}`;
      const page = await request(`${path}?plug=${connector}`);
      const form = { ...hiddenFields(page.body), ...CONTACT, connector, ...fields };
      return target(origin, await request(path, { form, expect: [303] }));
    },
    /** Pays with a test card; answers the session's path. */
    async pay(paymentPath, card = '4242 4242 4242 4242') {
      const paid = await request(paymentPath, { form: { cardnumber: card, exp: '12/30', cvc: '123' }, expect: [303] });
      return target(origin, await request(target(origin, paid), { expect: [303] }));
    },
    target: answer => target(origin, answer),
    /** Asks until it is so. */
    async until(sessionId, isSo, seconds) {
      const end = Date.now() + seconds * 1000;
      for (;;) {
        const session = await json(`/api/sessions/${sessionId}`);
        if (isSo(session)) return session;
        if (Date.now() > end) throw new Unexpected(`the session stayed ${session.kind}`);
        await new Promise(resolve => setTimeout(resolve, 250));
      }
    },
  };
}

/** Where a redirect leads, as a path of this origin. */
function target(origin, answer) {
  const url = new URL(answer.headers.location, origin);
  return url.pathname + url.search;
}

function hiddenFields(html) {
  const tags = [...html.matchAll(/<input\b[^>]*\btype="hidden"[^>]*>/g)].map(([tag]) => tag);
  return Object.fromEntries(
    tags.map(tag => [/\bname="([^"]*)"/.exec(tag)?.[1], plainText(/\bvalue="([^"]*)"/.exec(tag)?.[1] ?? '')]),
  );
}

const plainText = text =>
  text.replace(/&#x([0-9a-f]+);/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16))).replaceAll('&amp;', '&');
