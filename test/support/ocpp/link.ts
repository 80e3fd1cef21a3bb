import ocpp, { RPCClient } from 'ocpp-rpc';
import { receive } from './receiving.ts';
import { note } from './said.ts';
import { schemaCheckOf } from './schemas.ts';
import { type Link, type Message, nowMs, type Payload, type Station } from './station.ts';
import { tellAllStatuses } from './statuses.ts';
import { wait } from './time.ts';

/** Whoever is asked answers within so much real time; afterwards nobody waits for it with a clock that is turned by hand. */
const ANSWERED_WITHIN_MS = 1500;
/** The library's client, whose socket can be made deaf. */
class Client extends RPCClient {
  goSilent(): void {
    this._ws?.pause();
  }
}

interface Wire {
  client: Client | null;
  /** Ends with the connection. */
  over: AbortController;
  /** Whether a message of ours is being sent. */
  isSending: boolean;
  atWork: Set<object>;
  attempt: number;
  isConnecting: boolean;
}

/** What connects a station with the house: one call at a time, a queue that survives, and a back-off. */
export function createLink(stationOf: () => Station): Link {
  const wire: Wire = {
    client: null,
    over: new AbortController(),
    isSending: false,
    atWork: new Set(),
    attempt: 0,
    isConnecting: false,
  };
  const link: Link = {
    registration: 'none',
    queue: [],
    said: [],
    faults: [],
    isOpen: () => wire.client !== null,
    isAtWork: () => wire.atWork.size > 0,
    send(message) {
      if (message.isKept || wire.client !== null) link.queue.push(message);
      else message.onLost?.();
      void empty(stationOf(), wire);
    },
    sendRaw: text => wire.client?.sendRaw(text),
    connect: ask => connect(stationOf(), wire, ask),
    async drop(how, { reconnects } = { reconnects: true }) {
      const { client } = wire;
      if (client === null) return;
      if (how === 'silent') return client.goSilent();
      forget(stationOf(), wire);
      await client.close(how === 'closed' ? { code: 1000, reason: 'Bye' } : { force: true });
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

/** Counts as work until it is done, or until nobody should wait for it any longer. */
async function atWork<T>(wire: Wire, work: Promise<T>): Promise<T> {
  const token = {};
  wire.atWork.add(token);
  const timer = setTimeout(() => wire.atWork.delete(token), ANSWERED_WITHIN_MS);
  try {
    return await work;
  } finally {
    clearTimeout(timer);
    wire.atWork.delete(token);
  }
}

async function connect(station: Station, wire: Wire, { boots }: { boots: boolean }): Promise<void> {
  if (wire.client !== null || wire.isConnecting || station.isOff) return;
  const { facts, switches, dialect, link } = station;
  const client = new Client({
    endpoint: facts.url,
    identity: facts.id,
    password: passwordOf(station),
    protocols: [...(switches.connection.protocols ?? [dialect.protocol])],
    reconnect: false,
    callTimeoutMs: 0,
    pingIntervalMs: 0,
    wsOpts: { perMessageDeflate: facts.version !== '1.6' },
  } as ConstructorParameters<typeof RPCClient>[0]);
  wire.over.abort();
  wire.over = new AbortController();
  client.handle(async ({ method, params }) => {
    const reply = await receive(station, String(method), (params ?? {}) as Payload);
    return reply === 'none' ? (ocpp.NOREPLY as never) : reply;
  });
  client.on('badMessage', ({ error }: { error: Error }) => {
    // We have given up waiting for that answer.
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
  void heartbeats(station, wire);
  void begin(station, wire, boots);
}

async function begin(station: Station, wire: Wire, boots: boolean): Promise<void> {
  const { link, switches } = station;
  if (boots) link.registration = 'none';
  if (!switches.boot.isSent) link.registration = 'Accepted';
  await register(station, wire);
  if (!link.isOpen()) return;
  tellAllStatuses(station);
  void empty(station, wire);
}

const passwordOf = ({ facts, switches }: Station): string | null => {
  const { password } = facts;
  const isHex = password !== null && facts.version === '1.6' && /^([0-9a-f]{2}){16,20}$/i.test(password);
  if (!isHex || switches.connection.sendsKeyAs === 'digits') return password;
  return Buffer.from(password, 'hex') as unknown as string;
};

/** What cannot wait is lost with the connection. */
function forget(station: Station, wire: Wire): void {
  const { link } = station;
  wire.client = null;
  wire.over.abort();
  const lost = link.queue.filter(({ isKept }) => !isKept);
  link.queue = link.queue.filter(({ isKept }) => isKept);
  for (const { onLost } of lost) onLost?.();
}

async function reconnect(station: Station, wire: Wire, boots = false): Promise<void> {
  const { backOffFirstMs, backOffMostMs, backOffRandomMs } = station.switches.connection;
  const over = wire.over.signal.aborted ? new AbortController() : wire.over;
  wire.over = over;
  const backOffMs = Math.min(backOffFirstMs * 2 ** wire.attempt++, backOffMostMs) + Math.random() * backOffRandomMs;
  if (await wait(station, backOffMs, over.signal)) await connect(station, wire, { boots });
}

/** BootNotification, until it is accepted. */
async function register(station: Station, wire: Wire): Promise<void> {
  const { link, dialect } = station;
  const over = wire.over.signal;
  while (!over.aborted && !isRegistered(link)) {
    const answer = await call(station, wire, {
      action: 'BootNotification',
      payload: () => dialect.boot(station, station.bootReason),
      isKept: false,
    });
    if (over.aborted) return;
    if (answer !== null) link.registered(answer);
    if (isRegistered(link)) break;
    void empty(station, wire);
    if (!(await wait(station, Math.max(1, Number(answer?.interval ?? 30)) * 1000, over))) return;
  }
  station.bootReason = 'PowerUp';
}

/** It may change while something else is waited for. */
const isRegistered = ({ registration }: Link): boolean => registration === 'Accepted';

/** From an answer to Boot or Heartbeat. */
function setClock(station: Station, { currentTime }: Payload): void {
  const told = Date.parse(String(currentTime));
  if (station.switches.clock.followsHouse && !Number.isNaN(told)) station.aheadMs = told - nowMs(station);
}

async function heartbeats(station: Station, wire: Wire): Promise<void> {
  const over = wire.over.signal;
  while (!over.aborted) {
    const { heartbeatMs } = station.dialect.knobs(station);
    if (!(await wait(station, heartbeatMs || 3_600_000, over))) return;
    if (heartbeatMs === 0 || station.link.registration !== 'Accepted') continue;
    station.link.send({ action: 'Heartbeat', payload: () => ({}), isKept: false, onAnswer: answer => setClock(station, answer) });
  }
}

/** Sends what is in the queue, one after the other. */
async function empty(station: Station, wire: Wire): Promise<void> {
  const { link } = station;
  if (wire.isSending) return;
  wire.isSending = true;
  try {
    const attempts = new Map<Message, number>();
    for (;;) {
      const over = wire.over.signal;
      const message = wire.client && link.queue.find(({ isAskedFor }) => isAskedFor || link.registration === 'Accepted');
      if (!message) return;
      const answer = await call(station, wire, message);
      if (answer !== null && message.hears?.() !== false) {
        remove(link, message);
        message.onAnswer?.(answer);
        continue;
      }
      if (over.aborted) continue;
      const { attempts: most, retryMs } = station.dialect.knobs(station);
      const tried = (attempts.get(message) ?? 0) + 1;
      attempts.set(message, tried);
      if (!message.isKept || tried >= most) {
        remove(link, message);
        message.onLost?.();
      } else await wait(station, retryMs * tried, over);
    }
  } finally {
    wire.isSending = false;
  }
}

const remove = (link: Link, message: Message): void => {
  const at = link.queue.indexOf(message);
  if (at >= 0) link.queue.splice(at, 1);
};

/** Null: no answer, or an error. */
async function call(station: Station, wire: Wire, message: Message): Promise<Payload | null> {
  const { client } = wire;
  const { facts, link } = station;
  if (client === null) return null;
  const payload = message.payload();
  const ourFault = message.mayBeFaulty ? null : schemaCheckOf(facts.version)(message.action, 'req', payload);
  if (ourFault !== null) throw new Error(`The simulated station itself is wrong: ${ourFault}`);
  note(station, { by: 'station', kind: 'call', action: message.action, payload });
  const late = new AbortController();
  void wait(station, station.switches.connection.answerWithinMs, late.signal).then(isLate => isLate && late.abort('too late'));
  try {
    const answer = (await atWork(wire, client.call(message.action, payload, { signal: late.signal }))) as Payload;
    note(station, { by: 'house', kind: 'answer', action: message.action, payload: answer });
    const fault = schemaCheckOf(facts.version)(message.action, 'conf', answer);
    if (fault !== null) link.faults.push(`${facts.id}: ${fault}`);
    return answer;
  } catch (error) {
    const { rpcErrorCode: code = 'none', message: description } = error as Error & { rpcErrorCode?: string };
    note(station, { by: 'house', kind: 'error', action: message.action, payload: { code, description } });
    return null;
  } finally {
    late.abort();
  }
}
