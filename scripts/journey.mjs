// The paid journey over plain HTTP, as a browser without JavaScript makes it, against any deployment in demo mode:
//   npm run journey -- http://127.0.0.1:3000
import got from 'got';

const origin = new URL(process.argv[2] ?? 'http://127.0.0.1:3000').origin;
const cookies = new Map();
const http = got.extend({
  prefixUrl: origin,
  followRedirect: false,
  throwHttpErrors: false,
  retry: { limit: 0 },
  timeout: { request: 15_000 },
  headers: { 'accept-language': 'en', 'user-agent': 'Mozilla/5.0 journey', accept: 'text/html' },
});

const steps = [];
async function step(name, work) {
  const began = performance.now();
  const answer = await work();
  steps.push({ step: name, ms: Math.round(performance.now() - began) });
  return answer;
}

function fail(what) {
  console.table(steps);
  console.error(`The journey ended at: ${what}`);
  process.exit(1);
}

async function request(path, { form, expect = [200], headers = {} } = {}) {
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const options = { headers: { ...headers, ...(cookie ? { cookie } : {}), ...(form ? { origin } : {}) } };
  const answer = await http(path.replace(/^\//, ''), form ? { ...options, method: 'POST', form } : options);
  for (const line of answer.headers['set-cookie'] ?? []) {
    const [, name, value] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    if (name) cookies.set(name, value);
  }
  if (!expect.includes(answer.statusCode)) fail(`${path} answered ${answer.statusCode}, not ${expect.join(' or ')}`);
  return answer;
}

/** Where a redirect leads, as a path of this origin. */
const target = answer => {
  const url = new URL(answer.headers.location, origin);
  return url.pathname + url.search;
};

const hiddenFields = html =>
  Object.fromEntries(
    [...html.matchAll(/<input\b[^>]*\btype="hidden"[^>]*>/g)].map(([tag]) => [
      /\bname="([^"]*)"/.exec(tag)?.[1],
      (/\bvalue="([^"]*)"/.exec(tag)?.[1] ?? '').replaceAll('&#x2A;', '*').replaceAll('&amp;', '&'),
    ]),
  );

async function until(sessionId, isDone, seconds) {
  const end = Date.now() + seconds * 1000;
  for (;;) {
    const { body } = await request(`/api/sessions/${sessionId}`, { headers: { accept: 'application/json' } });
    const session = JSON.parse(body);
    if (isDone(session)) return session;
    if (Date.now() > end) fail(`the session stayed ${session.kind}`);
    await new Promise(resolve => setTimeout(resolve, 250));
  }
}

const points = JSON.parse(
  (await step('find a demo point', () => request('/api/demo-points', { headers: { accept: 'application/json' } }))).body,
);
const candidates = points.filter(({ script, country }) => ['plugs-in', 'connected'].includes(script) && country === 'de');
if (candidates.length === 0) fail('no demo points: is this demo mode?');
/** The strongest free plug: energy that costs something flows soonest there. */
const plugs = await step('compare plugs', () =>
  Promise.all(
    candidates.map(async candidate => {
      const path = `/api/clients/${candidate.clientId}/charging-points/${encodeURIComponent(candidate.evseId)}`;
      const { body } = await request(path, { headers: { accept: 'application/json' } });
      const free = JSON.parse(body).plugs.filter(({ state, isFree }) => !isFree && ['available', 'preparing'].includes(state));
      return free.map(plug => ({ ...candidate, plug }));
    }),
  ),
);
const point = plugs.flat().sort((a, b) => b.plug.powerW - a.plug.powerW)[0] ?? fail('every plug is busy');
await step('home page', () => request('/en'));

const paymentPath = `/en/${point.clientId}/evse/${encodeURIComponent(point.evseId)}`;
const page = await step('payment page', () => request(`${paymentPath}?plug=${point.plug.id}`));
const contact = { firstName: 'Test', lastName: 'Driver', email: 'driver@example.org', emailConfirmation: 'driver@example.org' };
const order = { ...hiddenFields(page.body), ...contact, connector: point.plug.id, acceptTerms: 'on', acceptPrivacy: 'on' };
const toPay = await step('order', () => request(paymentPath, { form: order, expect: [303] }));
await step('test payment page', () => request(target(toPay)));
const paid = await step('pay', () =>
  request(target(toPay), { form: { cardnumber: '4242 4242 4242 4242', exp: '12/30', cvc: '123' }, expect: [303] }),
);
const returned = await step('return', () => request(target(paid), { expect: [303] }));
const sessionPath = target(returned);
const sessionId = sessionPath.split('/').at(-1);
await step('session page', () => request(sessionPath));
await step('charging begins', () => until(sessionId, ({ kind }) => kind === 'running', 30));
await step('energy flows', () => until(sessionId, ({ values }) => (values?.cost.amountMinor ?? 0) >= 50, 180));
await step('ask to stop', () => request(`${sessionPath}/stop`));
await step('stop', () => request(`${sessionPath}/stop`, { form: { sure: '1' }, expect: [303] }));
const completed = await step('last meter value and bill', () =>
  until(sessionId, ({ kind, isBilled }) => kind === 'completed' && isBilled, 120),
);
await step('receipt on the session page', () => request(sessionPath));
const { amountMinor } = completed.values.cost;

const day = new Intl.DateTimeFormat('en-CA', { timeZone: completed.place.timeZone }).format(new Date(completed.endedAt));
const search = { country: completed.place.country, date: day, creditCard: '4242', price: (amountMinor / 100).toFixed(2) };
const found = await step('receipt search', () => request(`/en/${point.clientId}/receipts`, { form: search, expect: [303] }));
const results = await step('results', () => request(target(found)));
const links = [...results.body.matchAll(/href="(\/api\/receipts\/[^"]+)"/g)].map(([, href]) => href);
const invoiceLink = links.find(href => href.endsWith('/invoice')) ?? fail('no invoice among the results');
const calibrationLink = links.find(href => href.endsWith('/calibration-data')) ?? fail('no calibration data among the results');
const invoice = await step('invoice', () => request(invoiceLink));
if (!Buffer.from(invoice.rawBody).toString('latin1').startsWith('%PDF-')) fail('the invoice is no PDF');
const calibration = await step('calibration data', () => request(calibrationLink));
if (!calibration.body.includes('OCMF|{')) fail('the calibration data hold no signed record');

console.table(steps);
console.log(
  `Paid ${(amountMinor / 100).toFixed(2)} ${completed.values.cost.currency} for ${completed.values.energyWh} Wh; invoice of ${invoice.rawBody.length} bytes.`,
);
