import ocpp, { type RPCClient } from 'ocpp-rpc';
import { empty, forget } from './queue.ts';
import { receive } from './receiving.ts';
import { type Link, nowMs, type Payload, type Station } from './station.ts';
import { sendAllStatuses } from './statuses.ts';
import { wait } from './time.ts';
import { atWork, Client, call, createWire, type Wire } from './wire.ts';

/**
 * Creates the connection of a station to the app. It sends one call at a time, keeps its queue during an outage, and reconnects
 * after a back-off.
 */
export function createLink(stationOf: () => Station): Link {
  const wire = createWire();
  const link: Link = {
    registration: 'none',
    queue: [],
    output: [],
    faults: [],
    isOpen: () => wire.client !== null,
    isAtWork: () => wire.atWork.size > 0,
    send(message) {
      if (message.isStored || wire.client !== null) link.queue.push(message);
      else message.onLost?.();
      void empty(stationOf(), wire);
    },
    sendRaw: text => wire.client?.sendRaw(text),
    connect: request => connect(stationOf(), wire, request),
    async drop(how, { reconnects } = { reconnects: true }) {
      const { client } = wire;
      if (client === null) return;
      if (how === 'silent') return client.goSilent();
      forget(stationOf(), wire);
      await atWork(wire, client.close(how === 'closed' ? { code: 1000, reason: 'Bye' } : { force: true }));
      if (reconnects) void reconnect(stationOf(), wire);
    },
    registered(answer) {
      const station = stationOf();
      link.registration = String(answer.status) as Link['registration'];
      setClock(station, answer);
      if (isRegistered(link)) station.settings.values.set(station.dialect.heartbeatSetting, String(answer.interval));
      station.note(`registration: ${link.registration}`);
    },
    later(work) {
      void atWork(
        wire,
        new Promise<void>(resolve => {
          setImmediate(() => {
            resolve();
            work();
          });
        }),
      );
    },
  };
  return link;
}

async function connect(station: Station, wire: Wire, { boots }: { boots: boolean }): Promise<void> {
  if (wire.client !== null || wire.isConnecting || station.isOff) return;
  const { facts, switches, dialect, link } = station;
  const options = {
    endpoint: facts.url,
    identity: facts.id,
    password: passwordOf(station),
    protocols: [...(switches.connection.protocols ?? [dialect.protocol])],
    reconnect: false,
    callTimeoutMs: 0,
    pingIntervalMs: 0,
    wsOpts: { perMessageDeflate: facts.version !== '1.6' },
  } as ConstructorParameters<typeof RPCClient>[0];
  const client = new Client(options, station.line);
  wire.over.abort();
  wire.over = new AbortController();
  client.handle(async ({ method, params }) => {
    const reply = await receive(station, String(method), (params ?? {}) as Payload);
    return reply === 'none' ? (ocpp.NOREPLY as never) : reply;
  });
  client.on('badMessage', ({ error }: { error: Error }) => {
    // A response to a call that has already timed out is no fault. All different errors are recorded.
    if (!error.message.includes('unrecognised message ID')) link.faults.push(`${facts.id}: ${error.message}`);
  });
  wire.isConnecting = true;
  try {
    await atWork(wire, client.connect());
  } catch (error) {
    station.note(
      `cannot connect: ${error instanceof Error ? error.message || String(Reflect.get(error, 'code')) : String(error)}`,
    );
    return void reconnect(station, wire, boots);
  } finally {
    wire.isConnecting = false;
  }
  if (station.isOff) return void client.close({ force: true });
  Object.assign(wire, { client, attempt: 0 });
  client.on('close', () => {
    if (wire.client !== client) return;
    forget(station, wire);
    station.note('connection lost');
    void reconnect(station, wire);
  });
  station.note(`connected, ${client.protocol}`);
  if (switches.queue.order === 'reversed') link.queue.reverse();
  if (switches.queue.order === 'lost') link.queue.length = 0;
  void begin(station, wire, boots);
}

async function begin(station: Station, wire: Wire, boots: boolean): Promise<void> {
  const { link, switches } = station;
  if (boots) link.registration = 'none';
  if (!switches.boot.isSent) link.registration = 'Accepted';
  await register(station, wire);
  if (!link.isOpen()) return;
  void heartbeats(station, wire);
  sendAllStatuses(station);
  void empty(station, wire);
}

const passwordOf = ({ facts, switches }: Station): string | null => {
  const { password } = facts;
  const isHex = password !== null && facts.version === '1.6' && /^([0-9a-f]{2}){16,20}$/i.test(password);
  if (!isHex || switches.connection.sendsKeyAs === 'digits') return password;
  return Buffer.from(password, 'hex') as unknown as string;
};

async function reconnect(station: Station, wire: Wire, boots = false): Promise<void> {
  const { backOffFirstMs, maxBackOffMs, backOffRandomMs } = station.switches.connection;
  const over = wire.over.signal.aborted ? new AbortController() : wire.over;
  wire.over = over;
  const backOffMs = Math.min(backOffFirstMs * 2 ** wire.attempt++, maxBackOffMs) + Math.random() * backOffRandomMs;
  if (await wait(station, backOffMs, over.signal)) await connect(station, wire, { boots });
}

/** Repeats BootNotification until the app accepts the station. */
async function register(station: Station, wire: Wire): Promise<void> {
  const { link, dialect } = station;
  const over = wire.over.signal;
  while (!over.aborted && !isRegistered(link)) {
    const answer = await call(station, wire, {
      action: 'BootNotification',
      payload: () => dialect.boot(station, station.bootReason),
      isStored: false,
    });
    if (over.aborted) return;
    if (answer !== null) link.registered(answer);
    if (isRegistered(link)) break;
    void empty(station, wire);
    if (!(await wait(station, Math.max(1, Number(answer?.interval ?? 30)) * 1000, over))) return;
  }
  station.bootReason = 'PowerUp';
}

/** A function, because TypeScript would assume that the property stays the same during an await. */
const isRegistered = ({ registration }: Link): boolean => registration === 'Accepted';

/** Sets the station clock from the response to BootNotification or Heartbeat, if the switch `followsApp` is on. */
function setClock(station: Station, { currentTime }: Payload): void {
  const reportedMs = Date.parse(String(currentTime));
  if (station.switches.clock.followsApp && !Number.isNaN(reportedMs)) station.offsetMs = reportedMs - nowMs(station);
}

async function heartbeats(station: Station, wire: Wire): Promise<void> {
  const over = wire.over.signal;
  while (!over.aborted) {
    const { heartbeatMs } = station.dialect.knobs(station);
    if (!(await wait(station, heartbeatMs || 3_600_000, over))) return;
    if (heartbeatMs === 0) continue;
    station.link.send({
      action: 'Heartbeat',
      payload: () => ({}),
      isStored: false,
      onAnswer: answer => setClock(station, answer),
    });
  }
}
