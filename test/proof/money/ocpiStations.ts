import type { Router } from 'express';
import { ocpiRows } from '../../../server/compose/sources.ts';
import type { Clock } from '../../../server/core/ports/ports.ts';
import type { Stations } from '../../../server/core/ports/stationPort.ts';
import type { PointRecord } from '../../../server/core/records/records.ts';
import type { Operator } from '../../../server/operator/operator.ts';
import { applyPartyChanges } from '../../../server/stations/ocpi/catalogue/partyChanges.ts';
import { createConnectionStore } from '../../../server/stations/ocpi/connections/connectionStore.ts';
import type { Connection } from '../../../server/stations/ocpi/connections/connections.ts';
import { createOcpi } from '../../../server/stations/ocpi/ocpi.ts';
import { tokenHash } from '../../../server/stations/ocpi/transport/tokens.ts';
import type { Store } from '../../../server/store/engine/database.ts';

/** The token with which the CPO of the proof authenticates. */
export const CPO_TOKEN = 'k-the-token-of-the-cpo-of-the-proof';
const OUR_TOKEN = 'what-we-send-to-the-cpo-of-the-proof';
const CONNECTION = 'cpo';

/** Returns the station address of a point behind the CPO of the proof. */
export const cpoAddress = (_n: number, evseId: string): NonNullable<PointRecord['station']> => ({
  source: `ocpi:${CONNECTION}`,
  countryCode: 'DE',
  partyId: 'CPO',
  locationId: 'L1',
  evseUid: evseId,
  chargePoint: null,
});

interface OcpiStationsOptions {
  store: Store;
  clock: Clock;
  secret: string;
  /** Base URL at which the CPO reaches the app. */
  baseUrl: string;
  operator(): Operator;
}

export interface ProofOcpi {
  stations: Stations;
  router: Router;
  run(signal: AbortSignal): Promise<void>;
}

const METER_INTERVAL_S = 60;

/** Creates the app's OCPI adapter. The interval of the meter values is the only change for the proof. */
export function createProofOcpi({ store, clock, secret, baseUrl, operator }: OcpiStationsOptions): ProofOcpi {
  const { stations, router, run } = createOcpi({
    store: ocpiRows(store, clock),
    clock,
    us: { baseUrl, party: { country_code: 'DE', party_id: 'PRF' }, name: 'Proof' },
    secret,
    allowsPrivatePeers: true,
    catalogue: () => operator().catalogue,
    listener: operator,
    note: () => undefined,
  });
  const capabilities: Stations['capabilities'] = address => ({
    ...stations.capabilities(address),
    meterIntervalS: METER_INTERVAL_S,
  });
  return { stations: { ...stations, capabilities }, router, run };
}

interface ConnectCpoOptions extends Pick<OcpiStationsOptions, 'store' | 'clock' | 'secret'> {
  origin: string;
}

/** Stores a connection to the CPO, as a completed OCPI registration would. */
export async function connectCpo({ store, clock, secret, origin }: ConnectCpoOptions): Promise<void> {
  const rows = ocpiRows(store, clock);
  const endpoint = (identifier: string, role: 'SENDER' | 'RECEIVER') => ({ identifier, role, url: `${origin}/${identifier}` });
  const connection: Connection = {
    id: CONNECTION,
    revision: 1,
    state: 'active',
    version: '2.2.1',
    versionsUrl: `${origin}/versions`,
    confirmedHosts: [],
    endpoints: [endpoint('sessions', 'SENDER'), endpoint('cdrs', 'SENDER'), endpoint('commands', 'RECEIVER')],
    // The CPO is a hub, because the points of the demo shop belong to several parties.
    roles: [{ role: 'HUB', country_code: 'DE', party_id: 'CPO', business_details: { name: 'CPO' } }],
    hubParty: null,
    confirmed: { parties: ['all'], hub: 'DE*CPO' },
    encoding: 'base64',
    theirs: OUR_TOKEN,
    ours: [{ hash: tokenHash(CPO_TOKEN), until: null }],
    invitation: null,
  };
  if (!(await createConnectionStore({ store: rows, secret, now: () => new Date(), applyPartyChanges }).put(connection)))
    throw new Error('The CPO could not be connected');
}
