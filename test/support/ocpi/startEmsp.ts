import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import express from 'express';
import type { Connection, Connections } from '../../../server/stations/ocpi/connections/connections.ts';
import type { RegistrationDependencies } from '../../../server/stations/ocpi/connections/registration.ts';
import type { ConnectionSize } from '../../../server/stations/ocpi/endpoints/allowance.ts';
import type { InboundDependencies } from '../../../server/stations/ocpi/endpoints/inbound.ts';
import { ocpiRouter } from '../../../server/stations/ocpi/endpoints/ocpiRouter.ts';
import type { Receivers } from '../../../server/stations/ocpi/messages/receiver.ts';
import { createPeerClient } from '../../../server/stations/ocpi/transport/client.ts';
import { createRequest } from '../../../server/stations/ocpi/transport/request.ts';
import { createManualClock, type ManualClock } from '../clock.ts';
import { createMemoryReceivers } from './memoryReceivers.ts';

/** A connection store in memory. A chosen write can fail, as if the process had ended at that point. */
export interface MemoryConnections extends Connections {
  /** Makes the nth write from now on throw; null: no write throws. */
  failAt(write: number | null): void;
}

function createMemoryConnections(): MemoryConnections {
  const stored = new Map<string, string>();
  let left: number | null = null;
  const read = (id: string): Connection | null => JSON.parse(stored.get(id) ?? 'null') as Connection | null;
  return {
    failAt: write => {
      left = write;
    },
    get: async id => read(id),
    list: async () => [...stored.keys()].flatMap(id => read(id) ?? []),
    put: async connection => {
      if (left !== null && --left === 0) throw new Error('the process has ended');
      if (connection.revision !== (read(connection.id)?.revision ?? 0) + 1) return false;
      stored.set(connection.id, JSON.stringify(connection));
      return true;
    },
  };
}

export interface Emsp {
  dependencies: RegistrationDependencies & InboundDependencies;
  connections: MemoryConnections;
  clock: ManualClock;
  baseUrl: string;
  faults: unknown[];
  /** Size (number of objects) that is reported for every connection. */
  size: ConnectionSize;
  close(): Promise<void>;
}

/** Starts the app's OCPI server and client, the eMSP in OCPI terms, on a real socket. */
export async function startEmsp(receivers: Receivers = createMemoryReceivers()): Promise<Emsp> {
  const app = express();
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/ocpi`;
  const connections = createMemoryConnections();
  const clock = createManualClock();
  const faults: unknown[] = [];
  const emsp: Emsp = {
    connections,
    clock,
    baseUrl,
    faults,
    size: { running: 0, points: 0 },
    dependencies: {
      connections,
      clock,
      client: createPeerClient({ request: createRequest({ allowsPrivatePeers: true }), note: () => undefined }),
      us: { baseUrl, party: { country_code: 'DE', party_id: 'ABC' }, name: 'Ad-hoc charging' },
      sizeOf: () => emsp.size,
      noteFault: error => void faults.push(error),
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  app.use('/ocpi', ocpiRouter({ ...emsp.dependencies, receivers }));
  return emsp;
}
