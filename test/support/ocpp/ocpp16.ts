import { end, pause } from './charging.ts';
import { shownWh } from './meter.ts';
import { handlers16 } from './ocpp16Handlers.ts';
import { knobs16, measurandsOf } from './ocpp16Settings.ts';
import { in16, type SampleContext, sampled } from './samples.ts';
import { recordsOf, wiredValue } from './signing.ts';
import { type Dialect, nowMs, type Payload, type Plug, type Station, type StopReason, type Transaction } from './station.ts';
import { timestamp } from './time.ts';
import { createTransaction, sendOfTransaction, whenMeterIsDone } from './transactions.ts';

/** OCPP 1.6 replacements for stop reasons that exist only in OCPP 2.x. */
const REASONS: Readonly<Partial<Record<StopReason, string>>> = {
  ImmediateReset: 'HardReset',
  StoppedByEV: 'Local',
  Timeout: 'Other',
  EnergyLimitReached: 'Local',
  TimeLimitReached: 'Local',
  SOCLimitReached: 'Local',
  LocalOutOfCredit: 'Local',
  GroundFault: 'Other',
};
/** Ways in which a station may alter the idTag that it has received before it sends it back. */
const TAGS: Readonly<Record<'given' | 'lower case' | 'two bytes more', (tag: string) => string>> = {
  given: tag => tag,
  'lower case': tag => tag.toLowerCase(),
  'two bytes more': tag => `${tag}00`,
};
/** A transaction id that the app has never assigned. */
const FOREIGN_ID = 987_654_321;
/** A transaction id that is larger than the safe integers of JavaScript. */
const HUGE_ID = (JSON as unknown as { rawJSON(text: string): unknown }).rawJSON('9223372036854775807');

export const OCPP16: Dialect = {
  protocol: 'ocpp1.6',
  heartbeatSetting: 'HeartbeatInterval',
  passwordSetting: 'AuthorizationKey',
  handlers: handlers16,
  knobs: knobs16,
  boot: ({ facts }) => ({
    chargePointVendor: 'Simulated',
    chargePointModel: facts.isDc ? 'DC station' : 'AC station',
    chargePointSerialNumber: facts.id.slice(0, 25),
    firmwareVersion: '1.0.0',
  }),
  authorize: ({ tag }) => ({ idTag: tag }),
  verdict: answer => (answer.idTagInfo as { status?: string } | undefined)?.status ?? null,
  statusOf,
  reportStatus(station, plug, status) {
    const info = plug?.flow && !plug.isCabled ? { info: 'EV side disconnected' } : {};
    const at = timestamp(station);
    station.link.send({
      action: 'StatusNotification',
      payload: () => ({
        connectorId: plug?.number ?? 0,
        status,
        errorCode: status === 'Faulted' ? 'OtherError' : 'NoError',
        timestamp: at,
        ...info,
      }),
      isStored: false,
      mayBeFaulty: station.switches.clock.zone === 'none',
    });
  },
  changed(station, plug, { reason = 'Other' }) {
    if (plug.flow !== null && plug.transaction === null) start(station, plug);
    else if (plug.flow === null && plug.transaction !== null) stop(station, plug, reason);
  },
  sampled(station, plug, context) {
    sendMeterValues(station, plug, { context, measurands: measurandsOf(station, 'MeterValuesSampledData') });
  },
};

function statusOf(station: Station, plug: Plug | null): string {
  if (plug === null) return station.isOperative ? 'Available' : 'Unavailable';
  if (plug.isFaulted) return 'Faulted';
  if (plug.flow !== null) return plug.isCabled ? plug.flow.state : 'SuspendedEV';
  if (!plug.isOperative || !station.isOperative) return 'Unavailable';
  if (plug.isFinishing) return 'Finishing';
  return plug.isCabled || plug.grant !== null ? 'Preparing' : 'Available';
}

function start(station: Station, plug: Plug): void {
  const transaction = createTransaction(station, plug, null);
  plug.transaction = transaction;
  const { transaction: switches } = station.at(plug);
  sendOfTransaction(station, plug, {
    action: 'StartTransaction',
    payload: () => ({
      connectorId: plug.number,
      idTag: TAGS[switches.tag](transaction.grant?.tag ?? ''),
      meterStart: transaction.startWh,
      timestamp: transaction.startedAt,
    }),
    mayBeFaulty: true,
    onAnswer(answer) {
      transaction.id = Number(answer.transactionId);
      const { status } = answer.idTagInfo as { status: string };
      if (status === 'Accepted' || plug.transaction !== transaction) return;
      if (knobs16(station).stopsWhenInvalid) end(station, plug, { trigger: 'Deauthorized', reason: 'DeAuthorized' });
      else pause(station, plug, 'SuspendedEVSE');
    },
  });
}

function stop(station: Station, plug: Plug, reason: StopReason): void {
  const { meter, transaction: switches } = station.at(plug);
  const { transaction } = plug;
  plug.transaction = null;
  if (transaction === null || switches.end === 'untold') return;
  const endWh = shownWh(plug) + meter.moreWhAtEnd;
  const [endedAt, endedMs] = [timestamp(station), nowMs(station)];
  const transactionData = dataOf(station, plug, { transaction, endWh, endedAt, endedMs });
  void whenMeterIsDone(station, plug, () =>
    sendOfTransaction(station, plug, {
      action: 'StopTransaction',
      payload: () => ({
        ...(transaction.grant && { idTag: transaction.grant.tag }),
        meterStop: meter.stopSaysWh ?? endWh,
        timestamp: endedAt,
        transactionId: switches.end === 'unknown id' ? FOREIGN_ID : (transaction.id ?? -1),
        reason: REASONS[reason] ?? reason,
        ...(transactionData.length > 0 && { transactionData }),
      }),
      mayBeFaulty: true,
    }),
  );
}

interface Span {
  transaction: Transaction;
  endWh: number;
  endedAt: string;
  endedMs: number;
}

/** Returns the `transactionData` of a StopTransaction: the first and the last meter values, and the signed values. */
function dataOf(station: Station, plug: Plug, { transaction, endWh, endedAt, endedMs }: Span): Payload[] {
  const measurands = measurandsOf(station, 'StopTxnSampledData');
  const values = (context: SampleContext, wh: number) => sampled(station, plug, { measurands, context, wh }).map(in16);
  const signed = recordsOf(station, plug, {
    startedMs: transaction.startedMs,
    endedMs,
    startWh: transaction.registerWh,
    endWh,
    tag: transaction.grant?.tag ?? '',
  });
  const signedIn = (context: SampleContext) =>
    signed
      .filter(record => record.context === context)
      .map(record => ({ value: wiredValue(station, plug, record), context, format: 'SignedData' }));
  return [
    {
      timestamp: transaction.startedAt,
      sampledValue: [...values('Transaction.Begin', transaction.startWh), ...signedIn('Transaction.Begin')],
    },
    { timestamp: endedAt, sampledValue: [...values('Transaction.End', endWh), ...signedIn('Transaction.End')] },
  ].filter(({ sampledValue }) => sampledValue.length > 0);
}

function sendMeterValues(
  station: Station,
  plug: Plug,
  { context, measurands }: { context: SampleContext; measurands: readonly string[] },
): void {
  const { meter } = station.at(plug);
  const { transaction } = plug;
  const now = sampled(station, plug, { measurands, context });
  const begin =
    meter.repeatsBegin && transaction
      ? sampled(station, plug, { measurands, context: 'Transaction.Begin', wh: transaction.startWh })
      : [];
  const sampledValue = [...now, ...begin].map(in16);
  if (sampledValue.length === 0) return;
  const at = timestamp(station);
  const idOf = {
    given: () => transaction?.id ?? undefined,
    missing: () => undefined,
    '0': () => 0,
    '-1': () => -1,
    '2^63-1': () => HUGE_ID,
    null: () => null,
  }[meter.transactionId];
  const message = {
    action: 'MeterValues',
    payload: () => {
      const transactionId = transaction ? idOf() : undefined;
      return {
        connectorId: plug.number,
        ...(transactionId !== undefined && { transactionId }),
        meterValue: [{ timestamp: at, sampledValue }],
      };
    },
    mayBeFaulty: true,
  };
  if (transaction) sendOfTransaction(station, plug, message);
  else station.link.send({ ...message, isStored: false });
}
