// The weekly tasks of an operator, by the client that `oazapfts` generates into client.ts (see api.md).
// test/http/generatedClient.test.ts generates the client, checks the types of this program and runs the program.
import { ok } from '@oazapfts/runtime';
import * as api from './client.ts';

const { API = '', TOKEN = '', SECOND_TOKEN = '', MONTH = '', SEARCH = '' } = process.env;
api.defaults.baseUrl = API;
api.defaults.headers = { Authorization: `Bearer ${TOKEN}` };
/** Options of a request of a second person. */
const bySecond = { headers: { Authorization: `Bearer ${SECOND_TOKEN}` } };

const newKey = () => ({ idempotencyKey: crypto.randomUUID() });

/** Returns the headers of an action on the money of a session as the session is now. */
async function seenNow(number: number) {
  const { headers } = await api.getSession(number);
  return { ...newKey(), ifMatch: headers.get('etag') ?? '' };
}

/** Reads until `isSo` returns true, because the app makes refunds and deliveries after the answer to a request. */
async function until<T>(read: () => Promise<T>, isSo: (value: T) => boolean): Promise<T> {
  for (let attempt = 0; attempt < 720; attempt++) {
    const value = await read();
    if (isSo(value)) return value;
    await new Promise(resolve => setTimeout(resolve, 250));
  }
  throw new Error('The app has not finished within three minutes.');
}

async function readOverview() {
  const { business, plugs, attention } = await ok(api.getOverview());
  const alerts = await ok(api.listAttention());
  return { sessions: business.sessions, plugs: plugs.counts, attention: attention.length, alerts: alerts.length };
}

/** Reads all pages of a search. */
async function searchSessions(find: string) {
  const pages: api.SessionLine[][] = [];
  let before: number | null = null;
  do {
    const page: api.ListedSessionLine = await ok(api.listSessions({ find, ...(before === null ? {} : { before }) }));
    pages.push(page.lines);
    before = page.before;
  } while (before !== null);
  return pages;
}

/** Refunds a part of the price, and sends the request again, as after an answer that was lost. */
async function refundPart(number: number) {
  const session = await api.getSession(number);
  if (session.status !== 200) throw new Error(session.data.detail);
  const body = { amountMinor: 20, reason: 'Cable was defective' };
  const preview = await ok(api.refund(number, body, { preview: 'true' }));
  const seen = { ifMatch: session.headers.get('etag') ?? '', idempotencyKey: crypto.randomUUID() };
  const refunded = await api.refund(number, body, seen);
  const repeated = await api.refund(number, body, seen);
  const sum = await until(
    async () => (await ok(api.getSession(number))).line.refundedMinor,
    refundedMinor => refundedMinor > session.data.line.refundedMinor,
  );
  return {
    preview: preview.kind,
    steps: preview.kind === 'possible' ? preview.steps.length : 0,
    answers: [refunded, repeated].map(({ status, headers }) => ({ status, replayed: headers.get('idempotency-replayed') })),
    sum,
  };
}

/** Refunds the rest, which is above the limit, so that a second person must confirm. */
async function refundRest(number: number) {
  const requested = await api.refund(number, { amountMinor: 'all', reason: 'Charged twice' }, await seenNow(number));
  if (requested.status !== 202) throw new Error(`Status ${requested.status} for a refund above the limit`);
  const { waiting } = await ok(api.getSession(number));
  const alerts = (await ok(api.listAttention())).filter(alert => alert.number === number);
  const reason = { reason: 'Seen' };
  const byFirst = await api.confirmRefund(number, reason, await seenNow(number));
  const confirmed = await ok(api.confirmRefund(number, reason, await seenNow(number), bySecond));
  const { line } = await until(
    () => ok(api.getSession(number)),
    session => session.line.standing === 'refunded',
  );
  const { capturedMinor, refundedMinor } = line;
  return {
    waits: requested.data.waits,
    waiting,
    alerts: alerts.map(({ acts }) => acts),
    byFirst: byFirst.status,
    confirmed: confirmed.kind,
    capturedMinor,
    refundedMinor,
  };
}

async function readLedger(month: string) {
  const { sums } = await ok(api.getLedger(month));
  const file = await ok(api.exportLedger(month, 'csv', { decimal: '.' }));
  return { sums, rows: file.trim().split(/\r?\n/) };
}

async function switchPointOffAndOn(point: string) {
  const offBefore = (await ok(api.getPoint(point))).point.off;
  await ok(api.switchPoint(point, { isOn: false, reason: 'Cable is repaired' }, newKey()));
  const { off } = (await ok(api.getPoint(point))).point;
  await ok(api.switchPoint(point, { isOn: true, reason: 'Cable is repaired' }, newKey()));
  const offAfter = (await ok(api.getPoint(point))).point.off;
  return { offBefore, off, offAfter };
}

/** Reads all pages of points. */
async function listPoints() {
  const points: string[] = [];
  let after: string | null = null;
  do {
    const { trouble, fine }: api.Sites = await ok(api.listPoints(after === null ? {} : { after }));
    points.push(...[...trouble, ...fine.lines].flatMap(site => site.points.map(({ evseId }) => evseId)));
    after = fine.after;
  } while (after !== null);
  return points;
}

async function listStations() {
  const { kinds, plugs, connections } = await ok(api.listStations());
  return { kinds, plugs, connections: connections.map(({ name }) => name) };
}

/** Sends a test event to the first endpoint, reads the delivery, and removes the endpoint. */
async function tryWebhook() {
  const [endpoint] = await ok(api.listWebhooks());
  if (!endpoint) throw new Error('There is no webhook endpoint.');
  await ok(api.testWebhook(endpoint.id, { reason: 'Weekly test' }, newKey()));
  const { deliveries } = await until(
    () => ok(api.getWebhook(endpoint.id)),
    ({ deliveries: made }) => made.some(({ type, state }) => type === 'webhook.test' && state === 'delivered'),
  );
  await ok(api.removeWebhook(endpoint.id, { reason: 'The ERP system has moved' }, newKey()));
  const gone = await api.getWebhook(endpoint.id);
  return { types: deliveries.map(({ type }) => type), gone: gone.status, left: (await ok(api.listWebhooks())).length };
}

/** Returns the actions in the audit log about a session, a point and webhooks, newest first. */
async function readAudit(number: number, point: string) {
  const about = await ok(api.listAudit({ find: String(number) }));
  const stations = await ok(api.listAudit({ $is: 'stations' }));
  const webhooks = await ok(api.listAudit({ $is: 'webhooks' }));
  const lines = [...about.lines, ...stations.lines.filter(line => line.about === point), ...webhooks.lines];
  return lines.map(({ does, who, token, isDone, amount }) => ({ does, who, token, isDone, amount }));
}

/** Returns the problems of requests that the app refuses. The second request has a field that the client does not know. */
async function sendBadInput(number: number) {
  const body = { amountMinor: 20, reason: 'Cable was defective' };
  const seen = await seenNow(number);
  const answers = [
    await api.refund(number, body, { ifMatch: seen.ifMatch }),
    // @ts-expect-error The description does not have this field.
    await api.refund(number, { ...body, currency: 'EUR' }, seen),
    await api.refund(number, body, newKey()),
    await api.refund(number, body, { ...newKey(), ifMatch: '"1"' }),
    await api.refund(number, body, { ...seen, ifMatch: seen.ifMatch }, { headers: { Authorization: 'Bearer charging_wrong' } }),
    await api.getSession(1),
  ];
  return answers.map(({ status, data }) => {
    if (!('code' in data)) throw new Error(`Status ${status} for a request that the app must refuse`);
    const { code, errors, changedBy } = data;
    return { status, code, sameStatus: data.status === status, errors, changedBy };
  });
}

const overview = await readOverview();
const pages = await searchSessions(SEARCH);
const session = pages.flat().findLast(({ standing, currency }) => standing === 'billed' && currency === 'EUR');
if (!session) throw new Error('The search has found no session that is billed.');
const { number, evseId } = session;
console.log(
  JSON.stringify({
    overview,
    pages: pages.map(page => page.map(line => line.number)),
    session,
    part: await refundPart(number),
    badInput: await sendBadInput(number),
    rest: await refundRest(number),
    ledger: await readLedger(MONTH),
    points: await listPoints(),
    point: await switchPointOffAndOn(evseId),
    stations: await listStations(),
    webhook: await tryWebhook(),
    audit: await readAudit(number, evseId),
  }),
);
