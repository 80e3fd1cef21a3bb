import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openStore } from '../../server/store/openStore.ts';
import type { Role } from '../../shared/console/signedIn.ts';
import { ConsoleVisitor } from './consoleVisitor.ts';
import { freePort } from './freePort.ts';
import { type LocalCpo, openLocalCpo } from './ocpi/openLocalCpo.ts';
import { openStations, type SimulatedStations } from './ocpp/openStations.ts';
import { type RunningApp, startApp } from './openApp.ts';

const API_TOKEN = 'a token of more than thirty-two characters';

/** EVSE id of the charging point whose plug belongs to the OCPP station. */
export const SOLD_AT_STATION = 'DE*BLF*E1004*1';
export const STATION = 'HOTEL 1';

export interface StationShop {
  running: RunningApp;
  stations: SimulatedStations;
  cpo: LocalCpo;
  /** Signs a staff member with this name and role in at the console. */
  visitor(name: string, may: Role): Promise<ConsoleVisitor>;
  /**
   * Sends a command to the operator API of the app.
   * @returns the data or the error in the response
   */
  command(name: string, options: Readonly<Record<string, string>>): Promise<{ data?: unknown; error?: string }>;
  /** Connects the OCPP station with this password. Resolves after the attempt, even a failed one. */
  plugIn(password: string): Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens the demo shop with all kinds of stations: simulated stations, an OCPP station that staff have not added yet, and a CPO
 * that staff have not connected yet.
 */
export async function openStationShop(): Promise<StationShop> {
  const folder = mkdtempSync(path.join(tmpdir(), 'station-shop-'));
  cpSync('demo', folder, { recursive: true });
  writeFileSync(path.join(folder, 'chargePoints.json'), JSON.stringify({ [STATION]: [SOLD_AT_STATION] }));
  const file = path.join(folder, 'clients.json');
  const clients = JSON.parse(readFileSync(file, 'utf8')) as { id: string; parties: string[] }[];
  for (const { id, parties } of clients) if (id === 'blaufink') parties.push('DE*CPO');
  writeFileSync(file, JSON.stringify(clients));
  const port = await freePort();
  const running = await startApp({
    speed: 1,
    port,
    env: {
      PORT: String(port),
      PUBLIC_ORIGIN: `http://127.0.0.1:${port}`,
      SECRET: 'a secret of thirty-two characters',
      DEMO: '1',
      OPERATOR_CONSOLE: 'on',
      OPERATOR_DATA: folder,
      STATIONS: 'simulator,ocpp,ocpi',
      OCPI_PARTY: 'DE*ABC',
      OCPI_PRIVATE_PEERS: '1',
      OPERATOR_API_TOKEN: API_TOKEN,
    },
  });
  const store = openStore(running.config);
  const [cpo, stations] = await Promise.all([openLocalCpo(), openStations({ stations: [], startsAt: null })]);
  return {
    running,
    stations,
    cpo,
    async visitor(name, may) {
      const visitor = new ConsoleVisitor(running.origin);
      await visitor.signInByLink(store, new Date(), { name, may });
      await visitor.get('/operator?language=en');
      return visitor;
    },
    async command(name, options) {
      const answer = await fetch(`${running.origin}/operator-api/${encodeURIComponent(name)}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${API_TOKEN}` },
        body: JSON.stringify({ options, isJson: true }),
      });
      return (await answer.json()) as { data?: unknown; error?: string };
    },
    plugIn: password =>
      stations.add([
        { id: STATION, version: '2.0.1', url: `ws://127.0.0.1:${port}/ocpp`, password, plugs: 1, evseIds: [SOLD_AT_STATION] },
      ]),
    async close() {
      await stations.end();
      await Promise.all([stations.close(), cpo.close()]);
      await store.close();
      await running.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
