import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import library, { type RPCClient } from 'ocpp-rpc';
import { ocppRows } from '../../../server/compose/sources.ts';
import type { StationCommand } from '../../../server/core/ports/stationCommands.ts';
import type { PlugStatus, StationSession } from '../../../server/core/ports/stationPort.ts';
import { createCommandStore } from '../../../server/stations/ocpp/commands/commands.ts';
import { createOcpp, type OcppDependencies } from '../../../server/stations/ocpp/ocpp.ts';
import { openSqlite } from '../../../server/store/engine/sqlite.ts';
import { createHeldStations } from '../../../server/store/jobs/connectionLeases.ts';
import { createLogFileRows } from '../../../server/store/staff/stationLogFiles.ts';
import { createStore } from '../../../server/store/store.ts';
import { advanceWhile, createManualClock } from '../clock.ts';
import { someAddress } from '../someStation.ts';
import { until } from '../until.ts';

const STATION = 'CP1';

/** Returns the address of one of the two plugs of the station. */
const plugAt = (evse: number) =>
  someAddress({
    source: 'ocpp',
    evseId: `DE*BLF*E${evse}`,
    chargePoint: { id: STATION, evse, connector: 1 },
    plug: { isDc: false, canUnlock: true, powerW: 22_000 },
  });

/** By action of a call, the station's response; null: the station does not respond. */
type Answers = Record<string, (message: Record<string, unknown>) => object | null>;

/**
 * Opens only the app's OCPP adapter, and a station that is connected to it over a real socket. The test writes the messages of
 * the station.
 */
export async function openScriptedStation(
  protocol: 'ocpp1.6' | 'ocpp2.0.1' | 'ocpp2.1',
  registrationTimes = { firstMessageMs: 0, afterAcceptMs: 0 },
  /** Options of the adapter that differ from those of the other tests. */
  more: Partial<OcppDependencies> = {},
) {
  const clock = createManualClock();
  const store = createStore(openSqlite(':memory:'));
  await store.migrate();
  const reports: StationSession[] = [];
  const anomalies: string[] = [];
  const plugs: PlugStatus[] = [];
  const securityAlerts: string[] = [];
  const firmwareFailures: string[] = [];
  const listening = { isAway: false, refusedPlugs: 0, refusedEvents: 0 };
  const open = (processId: string) =>
    createOcpp({
      store: ocppRows(store),
      holds: createHeldStations(store),
      logFiles: createLogFileRows(store),
      clock,
      listener: () => ({
        report: async (_reference, session) => void reports.push(session),
        async reportPlug(report) {
          if (listening.isAway) {
            listening.refusedPlugs++;
            throw new Error('away');
          }
          plugs.push(report);
        },
        reportCdr: async () => undefined,
        reportAnomaly: async ({ why }) => void anomalies.push(why),
        reportFirmwareFailure: async ({ state }) => void firmwareFailures.push(state),
        async reportSecurityEvent({ type }) {
          if (listening.isAway) {
            listening.refusedEvents++;
            throw new Error('away');
          }
          securityAlerts.push(type);
        },
      }),
      plugsOf: async () => [plugAt(1), plugAt(2)],
      wake: async () => undefined,
      path: '/ocpp',
      origin: '',
      secret: 'a secret of thirty-two characters',
      isDemo: true,
      registrationTimes,
      processId,
      note: () => undefined,
      ...more,
    });
  const ocpp = open('one');
  const over = new AbortController();
  const working: Promise<void>[] = [];
  const server = createServer();
  server.on('upgrade', (request, socket, head) => ocpp.upgrade(request, socket as Socket, head));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  await ocpp.registry.add(STATION, { protocol: null });
  const endpoint = `ws://127.0.0.1:${(server.address() as AddressInfo).port}/ocpp`;
  const requests: { action: string; message: Record<string, unknown> }[] = [];
  const answers: Answers = {};
  const connect = async () => {
    // A type cast, because the types of the library require every option.
    const client = new library.RPCClient({
      endpoint,
      identity: STATION,
      protocols: [protocol],
      reconnect: false,
      callTimeoutMs: 5_000,
    } as ConstructorParameters<typeof RPCClient>[0]);
    client.handle(async ({ method = '', params = {} }) => {
      requests.push({ action: method, message: params });
      const answer = answers[method]?.(params);
      return answer === null ? (library.NOREPLY as never) : (answer ?? { status: 'Accepted' });
    });
    await client.connect();
    return client;
  };
  let client = await connect();
  return {
    clock,
    url: endpoint,
    ocpp,
    stations: ocpp.stations,
    until,
    /** Responses of the station by action of the call. Tests add functions. Default: `Accepted`. */
    answers,
    /** Calls that the station received. */
    requested: requests,
    reported: reports,
    anomalies,
    plugs,
    /** Security events that staff must know. */
    securityAlerts,
    /** Failures of firmware updates that staff must know. */
    firmwareFailures,
    listening,
    store: ocppRows(store),
    send: (action: string, message: object) => client.call(action, message) as Promise<Record<string, unknown>>,
    start: (authorizationReference: string, evse = 1) =>
      ocpp.stations.start({ authorizationReference, address: plugAt(evse), limitMinor: null, tariffText: null }),
    call: (authorizationReference: string, evse = 1) => ({ authorizationReference, address: plugAt(evse) }),
    at: (seconds = 0) => new Date(clock.now().getTime() + seconds * 1000).toISOString(),
    /** Opens a second adapter on the same database, as a second process of the app would. */
    async otherProcess() {
      const other = open('two');
      // The background loops run only in tests with two processes, because their polling would slow down every other test.
      working.push(ocpp.run(over.signal), other.run(over.signal));
      await until(
        async () => other.held().length,
        count => count === 1,
      );
      return other;
    },
    /** Requests a command of staff, and returns its outcome. */
    async command(task: StationCommand) {
      if (working.length === 0) working.push(ocpp.run(over.signal));
      const commands = createCommandStore({ store: ocppRows(store), now: () => clock.now() });
      return advanceWhile(clock, commands.awaitOutcome(await commands.request(STATION, task)));
    },
    leave: () => client.close(),
    /** Closes the connection of the station and connects again. */
    async reconnect() {
      await client.close();
      client = await connect();
    },
    async close() {
      await client.close();
      over.abort();
      await Promise.all(working);
      server.close();
      await store.close();
    },
  };
}

export type ScriptedStation = Awaited<ReturnType<typeof openScriptedStation>>;
