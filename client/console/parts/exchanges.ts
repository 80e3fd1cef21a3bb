/** A call in the message log of a station, with its answer. */
export interface Exchange {
  /** Time of the call, ISO 8601. Null: the line has no time. */
  at: string | null;
  /** Whether the app has sent the call. */
  isOurs: boolean;
  action: string;
  content: string;
  /** Content of the answer. Null: no answer follows in the log. */
  answer: string | null;
  /** Status in the answer, 'failed' for an error, or null. */
  status: string | null;
}

/** True if the answer of an exchange is an error, or a status that refuses the call. */
export const isFailed = ({ status }: Exchange): boolean => status !== null && status !== 'Accepted' && status !== 'Scheduled';

/** Parts of a message log: exchanges that failed, or those that the app began. */
export const EXCHANGE_FILTERS = ['failed', 'commands'] as const;
export type ExchangeFilter = (typeof EXCHANGE_FILTERS)[number];
export const isIn = (filter: ExchangeFilter, exchange: Exchange): boolean =>
  filter === 'failed' ? isFailed(exchange) : exchange.isOurs;

/** Time, direction, action, kind of answer, and content of a line. */
const LINE = /^(\S+) {2}([→←]) {2}(\S+)(?: (answered|failed:))? ?(.*)$/s;

/** Pairs the calls of a message log with their answers, in the order of the calls. An answer without its call is an exchange of its own. */
export function exchangesOf(lines: readonly string[]): Exchange[] {
  const exchanges: Exchange[] = [];
  for (const line of lines) {
    const [, at = null, direction, action = line, kind, content = ''] = LINE.exec(line) ?? [];
    const isOurs = direction === '→';
    if (kind === undefined) {
      exchanges.push({ at, isOurs, action, content, answer: null, status: null });
      continue;
    }
    const status = kind === 'failed:' ? 'failed' : (/"status":"(\w+)"/.exec(content)?.[1] ?? null);
    const open = exchanges.find(each => each.answer === null && each.action === action && each.isOurs !== isOurs);
    if (open) Object.assign(open, { answer: content, status });
    else exchanges.push({ at, isOurs: !isOurs, action, content: '', answer: content, status });
  }
  return exchanges;
}

/** Actions of the messages that are exchanged again and again while a vehicle charges or the station is idle. */
const REPEATED = ['TriggerMessage', 'TransactionEvent', 'CostUpdated', 'MeterValues', 'Heartbeat'];
const MIN_CHAIN = 4;

/** Groups neighbouring exchanges that repeat. A failed exchange, and a short series, are not grouped. */
export function chainsOf(exchanges: readonly Exchange[]): readonly (readonly Exchange[])[] {
  const chains: Exchange[][] = [];
  const repeats = (exchange: Exchange) => REPEATED.includes(exchange.action) && !isFailed(exchange);
  for (const exchange of exchanges) {
    const last = chains.at(-1);
    if (last?.[0] && repeats(last[0]) && repeats(exchange)) last.push(exchange);
    else chains.push([exchange]);
  }
  return chains.flatMap(chain => (chain.length < MIN_CHAIN ? chain.map(each => [each]) : [chain]));
}
