import { randomUUID } from 'node:crypto';
import { shownWh } from './meter.ts';
import { eventOf, flush, numbered, sendTransactionEvent, tokenOf, update } from './ocpp2Events.ts';
import { handlers2, handlers21 } from './ocpp2Handlers.ts';
import { knobs2, listOf } from './ocpp2Variables.ts';
import { in2, type SampleContext, sampled } from './samples.ts';
import { recordsOf } from './signing.ts';
import {
  type Change,
  type Dialect,
  type Message,
  nowMs,
  type Payload,
  type Plug,
  type Station,
  type Transaction,
} from './station.ts';
import { timestamp } from './time.ts';
import { createTransaction, sendOfTransaction, whenMeterIsDone } from './transactions.ts';

/** The conditions that TxStartPoint and TxStopPoint can list. Each function returns true if the condition is met at a plug. */
const POINTS: Readonly<Record<string, (plug: Plug) => boolean>> = {
  ParkingBayOccupancy: ({ isCabled }) => isCabled,
  EVConnected: ({ isCabled }) => isCabled,
  Authorized: ({ grant }) => grant !== null,
  DataSigned: ({ flow }) => flow !== null,
  PowerPathClosed: ({ isCabled, grant }) => isCabled && grant !== null,
  EnergyTransfer: ({ flow }) => flow?.state === 'Charging',
};

const OCPP2: Omit<Dialect, 'protocol' | 'handlers'> = {
  heartbeatSetting: 'OCPPCommCtrlr.HeartbeatInterval',
  passwordSetting: 'SecurityCtrlr.BasicAuthPassword',
  knobs: knobs2,
  boot: ({ facts }, reason) => ({
    reason,
    chargingStation: {
      vendorName: 'Simulated',
      model: facts.isDc ? 'DC station' : 'AC station',
      serialNumber: facts.id.slice(0, 25),
      firmwareVersion: '1.0.0',
    },
  }),
  authorize: given => ({ idToken: tokenOf(given) }),
  verdict: answer => (answer.idTokenInfo as { status?: string } | undefined)?.status ?? null,
  statusOf(station, plug) {
    if (plug === null) return station.isOperative ? 'Available' : 'Unavailable';
    if (plug.isFaulted) return 'Faulted';
    if (plug.flow === null && !(plug.isOperative && station.isOperative)) return 'Unavailable';
    return plug.isCabled ? 'Occupied' : 'Available';
  },
  reportStatus(station, plug, status) {
    if (plug === null) return;
    const at = timestamp(station);
    station.link.send({ ...STATUS[station.switches.status.as](plug, { status, at }), isStored: false, mayBeFaulty: true });
  },
  changed: sendChange,
  sampled(station, plug, context) {
    const meterValue = valuesOf(station, plug, { context, of: 'TxUpdatedMeasurands' });
    const trigger = context === 'Trigger' ? 'Trigger' : 'MeterValuePeriodic';
    if (plug.transaction && meterValue.length > 0) update(station, plug, plug.transaction, { trigger, meterValue });
    else if (context === 'Trigger' && meterValue.length > 0)
      station.link.send({ action: 'MeterValues', payload: () => ({ evseId: plug.number, meterValue }), isStored: false });
  },
};

export const OCPP201: Dialect = { ...OCPP2, protocol: 'ocpp2.0.1', handlers: handlers2 };
export const OCPP21: Dialect = { ...OCPP2, protocol: 'ocpp2.1', handlers: handlers21 };

let events = 0;
/** The two messages with which a station can report the state of a connector. */
const STATUS: Readonly<
  Record<
    'StatusNotification' | 'NotifyEvent',
    (plug: Plug, now: { status: string; at: string }) => Pick<Message, 'action' | 'payload'>
  >
> = {
  StatusNotification: ({ number }, { status, at }) => ({
    action: 'StatusNotification',
    payload: () => ({ timestamp: at, connectorStatus: status, evseId: number, connectorId: 1 }),
  }),
  NotifyEvent: ({ number }, { status, at }) => ({
    action: 'NotifyEvent',
    payload: () => ({
      generatedAt: at,
      seqNo: 0,
      eventData: [
        {
          eventId: ++events,
          timestamp: at,
          trigger: 'Delta',
          actualValue: status,
          eventNotificationType: 'HardWiredNotification',
          component: { name: 'Connector', evse: { id: number, connectorId: 1 } },
          variable: { name: 'AvailabilityState' },
        },
      ],
    }),
  }),
};

function valuesOf(
  station: Station,
  plug: Plug,
  { context, of, wh }: { context: SampleContext; of: string; wh?: number },
): Payload[] {
  const measurands = listOf(station, `SampledDataCtrlr.${of}`);
  const now = sampled(station, plug, { measurands, context, ...(wh !== undefined && { wh }) });
  const { transaction } = plug;
  const begin =
    station.at(plug).meter.repeatsBegin && transaction && context === 'Sample.Periodic'
      ? sampled(station, plug, { measurands, context: 'Transaction.Begin', wh: transaction.startWh })
      : [];
  const sampledValue = [...now, ...begin].map(in2);
  return sampledValue.length === 0 ? [] : [{ timestamp: timestamp(station), sampledValue }];
}

/** Begins, continues or ends the transaction of a plug after a change. */
function sendChange(station: Station, plug: Plug, change: Change): void {
  const holds = Object.keys(POINTS).filter(point => POINTS[point]?.(plug));
  const { transaction } = plug;
  if (transaction === null) {
    if (listOf(station, 'TxCtrlr.TxStartPoint').some(point => holds.includes(point))) start(station, plug, change, holds);
    return;
  }
  if (plug.grant !== null) transaction.grant ??= plug.grant;
  const stops = listOf(station, 'TxCtrlr.TxStopPoint').filter(point => transaction.held.has(point) && !holds.includes(point));
  for (const point of holds) transaction.held.add(point);
  const isOver = change.trigger === 'EVConnectTimeout' ? station.at(plug).transaction.timeout === 'Ended' : stops.length > 0;
  if (isOver) {
    finish(station, plug, transaction, change);
    return;
  }
  const hasValues = station.at(plug).transaction.valuesWith === 'every event';
  const meterValue = hasValues ? valuesOf(station, plug, { context: 'Trigger', of: 'TxUpdatedMeasurands' }) : [];
  update(station, plug, transaction, { ...change, meterValue });
}

function start(station: Station, plug: Plug, change: Change, holds: readonly string[]): void {
  const transaction = createTransaction(station, plug, randomUUID());
  transaction.held = new Set(holds);
  plug.transaction = transaction;
  const meterValue = valuesOf(station, plug, {
    context: 'Transaction.Begin',
    of: 'TxStartedMeasurands',
    wh: transaction.startWh,
  });
  sendTransactionEvent(station, plug, transaction, { ...change, eventType: 'Started', meterValue });
}

function finish(station: Station, plug: Plug, transaction: Transaction, change: Change): void {
  const { meter, transaction: switches } = station.at(plug);
  plug.flow?.over.abort();
  plug.waiting.abort();
  Object.assign(plug, { flow: null, grant: null, transaction: null });
  if (meter.lastValueAfterMs > 0) update(station, plug, transaction, { ...change, meterValue: [] });
  if (switches.end === 'untold') return;
  const endWh = shownWh(plug) + meter.moreWhAtEnd;
  const wh = meter.stopSaysWh ?? endWh;
  const meterValue = withSigned(station, plug, {
    transaction,
    endWh,
    values: valuesOf(station, plug, { context: 'Transaction.End', of: 'TxEndedMeasurands', wh }),
  });
  const ended = { ...change, eventType: 'Ended' as const, meterValue };
  const message = eventOf(station, plug, transaction, ended);
  void whenMeterIsDone(station, plug, () => {
    flush(station, plug, transaction);
    sendOfTransaction(station, plug, { ...message, payload: numbered(station, plug, transaction, message.payload()) });
  });
}

/** Adds the signed records to the sampled meter values, in order of time. */
function withSigned(
  station: Station,
  plug: Plug,
  { transaction, endWh, values }: { transaction: Transaction; endWh: number; values: Payload[] },
): Payload[] {
  const { startedMs, registerWh: startWh, startedAt, grant } = transaction;
  const span = { startedMs, endedMs: nowMs(station), startWh, endWh, tag: grant?.tag ?? '' };
  const signed = recordsOf(station, plug, span).map(({ context, value }) => ({
    timestamp: context === 'Transaction.Begin' ? startedAt : timestamp(station),
    sampledValue: [
      {
        value: context === 'Transaction.Begin' ? startWh : endWh,
        context,
        measurand: 'Energy.Active.Import.Register',
        signedMeterValue: value,
      },
    ],
  }));
  return [...values, ...signed].toSorted((a, b) => String(a.timestamp).localeCompare(String(b.timestamp)));
}
