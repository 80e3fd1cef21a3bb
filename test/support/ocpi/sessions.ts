import { cents, inVersion, type JsonObject } from './objects.ts';
import { push } from './sending.ts';
import { signedDataOf } from './signedData.ts';
import { CPO_PARTY, type CpoState, timeOf, wait } from './state.ts';
import { type Switches, switchesAt } from './switches.ts';

export interface StartBody {
  token: JsonObject;
  location_id: string;
  evse_uid?: string;
  connector_id?: string;
  authorization_reference?: string;
}

let lastId = 0;

/** Runs a session until it is stopped: pushes an update at every interval, and a CDR at the end. */
export async function runSession(state: CpoState, start: StartBody): Promise<JsonObject> {
  const evseUid = start.evse_uid ?? '1-1';
  const switches = switchesAt(state.switches, evseUid);
  const id = `S${++lastId}`;
  const began = timeOf(state);
  const session: JsonObject = {
    ...CPO_PARTY,
    id,
    start_date_time: began,
    kwh: 0,
    cdr_token: cdrTokenOf(start, switches.start.uid),
    auth_method: 'COMMAND',
    authorization_reference: switches.start.echoesReference ? (start.authorization_reference ?? null) : null,
    location_id: start.location_id,
    evse_uid: evseUid,
    connector_id: start.connector_id ?? '1',
    currency: 'EUR',
    charging_periods: [],
    status: switches.start.session === 'pending for ever' ? 'PENDING' : 'ACTIVE',
    last_updated: began,
  };
  state.sessions.push(session);
  const stopped = Promise.withResolvers<void>();
  let isStopped = false;
  const stop = () => {
    isStopped = true;
    stopped.resolve();
  };
  state.running.set(id, { stop, evseUid });
  await pushSession(state, session, 'put');
  if (session.status === 'PENDING') return session;
  const { endsAfterMs, pausesAfterMs } = switches.session;
  if (endsAfterMs !== null) void wait(state, endsAfterMs).then(stop);
  if (pausesAfterMs !== null) void wait(state, pausesAfterMs).then(() => state.paused.add(id));
  await pushStatus(state, session, 'CHARGING');
  void (async () => {
    while (!isStopped) {
      await Promise.race([wait(state, at(state, session).session.intervalMs), stopped.promise]);
      if (!isStopped) await charge(state, session);
    }
    await complete(state, session);
  })();
  return session;
}

const at = (state: CpoState, { evse_uid }: JsonObject): Switches => switchesAt(state.switches, evse_uid);

const cdrTokenOf = ({ token }: StartBody, uid: 'same' | 'other'): JsonObject => ({
  country_code: token.country_code,
  party_id: token.party_id,
  uid: uid === 'same' ? token.uid : 'SOMEBODYELSE',
  type: token.type,
  contract_id: token.contract_id,
});

async function charge(state: CpoState, session: JsonObject): Promise<void> {
  const { kwhPerInterval, maxKwh, isInWh, message } = at(state, session).session;
  const isPaused = state.paused.has(String(session.id));
  const kwh = isPaused || Number(session.kwh) + kwhPerInterval > maxKwh ? 0 : kwhPerInterval;
  const period = {
    start_date_time: String(session.last_updated),
    dimensions: isPaused
      ? [{ type: 'PARKING_TIME', volume: 0.01 }]
      : [
          { type: 'ENERGY', volume: isInWh ? kwh * 1000 : kwh },
          { type: 'POWER', volume: 11 },
        ],
  };
  const periods = session.charging_periods as unknown[];
  periods.push(period);
  Object.assign(session, { kwh: Math.round((Number(session.kwh) + kwh) * 1000) / 1000, last_updated: timeOf(state) });
  await pushSession(state, session, message, { kwh: session.kwh, charging_periods: [period] });
}

/** Pushes the status of an EVSE. The app displays it on the page of the charging point. */
async function pushStatus(state: CpoState, { location_id, evse_uid }: JsonObject, status: string): Promise<void> {
  if (!switchesAt(state.switches, evse_uid).session.reportsStatus) return;
  const path = `/${CPO_PARTY.country_code}/${CPO_PARTY.party_id}/${location_id}/${evse_uid}`;
  await push(state, { module: 'locations', method: 'PATCH', path, body: { status, last_updated: timeOf(state) } });
}

async function pushSession(state: CpoState, session: JsonObject, message: string, changes: JsonObject = {}): Promise<void> {
  const path = `/${CPO_PARTY.country_code}/${CPO_PARTY.party_id}/${session.id}`;
  const { last_updated, charging_periods } = session;
  const { more, without } = at(state, session).session;
  const sent = Object.fromEntries(Object.entries({ ...session, ...more }).filter(([field]) => !without.includes(field)));
  const whole = inVersion(sent, state.peer?.version ?? '2.2.1');
  const bodies: Readonly<Record<string, JsonObject>> = {
    put: whole,
    patch: { ...changes, ...more, last_updated },
    'patch with all periods': { ...changes, charging_periods, last_updated },
    'patch of periods only': { charging_periods: changes.charging_periods },
  };
  const method = message === 'put' ? 'PUT' : 'PATCH';
  await push(state, { module: 'sessions', method, path, body: bodies[message] ?? whole });
}

async function complete(state: CpoState, session: JsonObject): Promise<void> {
  const { delayMs, comesBeforeSessionEnds } = at(state, session).cdr;
  const ended = timeOf(state);
  Object.assign(session, { status: 'COMPLETED', end_date_time: ended, last_updated: ended });
  state.running.delete(String(session.id));
  if (comesBeforeSessionEnds) await sendCdr(state, session);
  await pushSession(state, session, 'put');
  await pushStatus(state, session, 'AVAILABLE');
  if (comesBeforeSessionEnds || delayMs === null) return;
  await wait(state, delayMs);
  await sendCdr(state, session);
}

/** Issues the CDR of a session. The switches can repeat it, change it or add a credit CDR. */
async function sendCdr(state: CpoState, session: JsonObject): Promise<void> {
  const { isDoubled, isChanged, isCredited } = at(state, session).cdr;
  const cdr = cdrOf(state, session);
  await issue(state, cdr);
  if (isDoubled) await issue(state, cdr);
  if (isChanged) await issue(state, { ...cdr, total_energy: Number(cdr.total_energy) + 1 });
  if (!isCredited) return;
  const { excl_vat, incl_vat } = cdr.total_cost as Record<string, number>;
  await issue(state, {
    ...cdr,
    id: `${cdr.id}-C`,
    credit: true,
    credit_reference_id: cdr.id,
    total_cost: { excl_vat: -(excl_vat ?? 0), ...(incl_vat === undefined ? {} : { incl_vat: -incl_vat }) },
  });
}

async function issue(state: CpoState, cdr: JsonObject): Promise<void> {
  if (!state.cdrs.some(({ id }) => id === cdr.id)) state.cdrs.push(cdr);
  if (!state.switches.cdr.isPushed) return;
  await push(state, { module: 'cdrs', method: 'POST', path: '', body: inVersion(cdr, state.peer?.version ?? '2.2.1') });
}

/** Returns the price of a tariff in euros per kWh, without VAT. */
const energyPriceOf = (tariff: JsonObject | undefined): number => {
  const [element] = (tariff?.elements ?? []) as { price_components: { price: number }[] }[];
  return element?.price_components[0]?.price ?? 0;
};

function cdrOf(state: CpoState, session: JsonObject): JsonObject {
  const { tariffs, locations } = state;
  const { priceFactor, price, signed, repeatsCreditFalse, invoice, moreKwh } = at(state, session).cdr;
  const kwh = Math.round((Number(session.kwh) + moreKwh) * 1000) / 1000;
  const hours = (Date.parse(String(session.end_date_time)) - Date.parse(String(session.start_date_time))) / 3_600_000;
  const exact = kwh * energyPriceOf(tariffs[0]) * priceFactor;
  const net = price === 'floor' ? Math.floor(exact * 100) / 100 : cents(exact);
  const { address, city, country, coordinates } = locations[0] ?? {};
  return {
    ...CPO_PARTY,
    id: `CDR-${session.id}`,
    start_date_time: session.start_date_time,
    end_date_time: session.end_date_time,
    session_id: session.id,
    cdr_token: session.cdr_token,
    auth_method: session.auth_method,
    authorization_reference: session.authorization_reference,
    cdr_location: {
      id: session.location_id,
      address,
      city,
      country,
      coordinates,
      evse_uid: session.evse_uid,
      evse_id: 'DE*CPO*E1*1',
      connector_id: session.connector_id,
      connector_standard: 'IEC_62196_T2',
      connector_format: 'SOCKET',
      connector_power_type: 'AC_3_PHASE',
    },
    currency: 'EUR',
    tariffs: tariffs.slice(0, 1),
    charging_periods: [
      {
        start_date_time: session.start_date_time,
        dimensions: [
          { type: 'ENERGY', volume: kwh },
          { type: 'TIME', volume: Math.round(hours * 10_000) / 10_000 },
        ],
        tariff_id: 'T1',
      },
    ],
    ...(signed === 'none' ? {} : { signed_data: signedDataOf(signed, kwh) }),
    total_cost: { excl_vat: net, ...(price === 'gross' ? { incl_vat: cents(net * 1.19) } : {}) },
    total_energy: kwh,
    total_time: Math.round(hours * 10_000) / 10_000,
    ...(repeatsCreditFalse ? { credit: false } : {}),
    ...(invoice === null ? {} : { invoice_reference_id: invoice }),
    last_updated: timeOf(state),
  };
}
