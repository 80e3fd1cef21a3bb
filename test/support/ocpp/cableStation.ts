import type { ScriptedStation } from './scriptedStation.ts';

/** Events that can begin a transaction: values of the OCPP 2.0.1 variable TxStartPoint. */
export const START_POINTS = ['EVConnected', 'ParkingBayOccupancy', 'Authorized', 'PowerPathClosed', 'EnergyTransfer'] as const;
type StartPoint = (typeof START_POINTS)[number];

/** Possible reactions of the station to a RequestStopTransaction. */
export const OBEDIENCES = ['ends it and begins anew', 'goes on until the cable is out, without starts', 'refuses'] as const;
type Obedience = (typeof OBEDIENCES)[number];

const EDGES = {
  begin: { eventType: 'Started', context: 'Transaction.Begin' },
  live: { eventType: 'Updated', context: 'Sample.Periodic' },
  end: { eventType: 'Ended', context: 'Transaction.End' },
} as const;

interface Options {
  startPoint: StartPoint;
  obedience: Obedience;
  /** Seconds from the start of the energy flow until the station reports the `idToken`; 0: at the start. */
  tokenDelayS?: number;
}

/**
 * An OCPP 2.0.1 station with one plug that reacts to remote starts, remote stops and cables. Replaces the `answers` of the
 * scripted station.
 */
export function createCableStation(station: ScriptedStation, { startPoint, obedience, tokenDelayS = 0 }: Options) {
  let registerWh = 5000;
  let transactions = 0;
  let open: { id: string; seqNo: number } | null = null;
  let hasCable = false;
  let isLocked = false;
  let start: { token: string; remoteStartId: number } | null = null;
  let isTokenSent = false;
  const due: (() => Promise<unknown>)[] = [];

  const state = (): string => {
    if (!hasCable) return 'Idle';
    return start ? 'Charging' : 'EVConnected';
  };
  const send = async (triggerReason: string, options: { ends?: string; token?: boolean } = {}) => {
    const isFirst = open === null;
    open ??= { id: `T${++transactions}`, seqNo: 0 };
    const { ends, token = false } = options;
    const going = isFirst ? EDGES.begin : EDGES.live;
    const { eventType, context } = ends ? EDGES.end : going;
    const timestamp = station.at();
    const message = {
      eventType,
      timestamp,
      triggerReason,
      seqNo: open.seqNo++,
      transactionInfo: {
        transactionId: open.id,
        chargingState: state(),
        ...(ends ? { stoppedReason: ends } : {}),
        ...(token && start ? { remoteStartId: start.remoteStartId } : {}),
      },
      evse: { id: 1, connectorId: 1 },
      ...(token && start ? { idToken: { idToken: start.token, type: 'Central' } } : {}),
      meterValue: [{ timestamp, sampledValue: [{ value: registerWh, context }] }],
    };
    if (ends) open = null;
    return station.send('TransactionEvent', message);
  };
  const isStartedBy = (point: StartPoint) => open !== null || startPoint === point;

  /** Begins to charge once the plug has both a remote start and a cable. */
  const mayCharge = async () => {
    if (!start || !hasCable) return;
    const isDelayed = tokenDelayS > 0;
    await send('ChargingStateChanged', { token: !isDelayed && !isTokenSent });
    if (isDelayed) {
      await station.clock.pass(1000);
      await send('MeterValuePeriodic');
      await station.clock.pass(tokenDelayS * 1000 - 1000);
      await send('Authorized', { token: true });
    }
    isTokenSent = true;
  };

  station.answers.RequestStartTransaction = ({ idToken, remoteStartId }) => {
    if (isLocked || start) return { status: 'Rejected' };
    due.push(async () => {
      start = { token: (idToken as { idToken: string }).idToken, remoteStartId: remoteStartId as number };
      if (tokenDelayS === 0 && isStartedBy('Authorized')) {
        await send('RemoteStart', { token: true });
        isTokenSent = true;
      }
      await mayCharge();
    });
    return { status: 'Accepted', ...(open ? { transactionId: open.id } : {}) };
  };
  station.answers.RequestStopTransaction = ({ transactionId }) => {
    if (open?.id !== transactionId || obedience === 'refuses') return { status: 'Rejected' };
    due.push(async () => {
      start = null;
      if (obedience === 'ends it and begins anew') {
        await send('RemoteStop', { ends: 'Remote' });
        if (hasCable && (startPoint === 'EVConnected' || startPoint === 'ParkingBayOccupancy')) await send('CablePluggedIn');
        return;
      }
      isLocked = true;
      await send('RemoteStop');
    });
    return { status: 'Accepted' };
  };
  return {
    /** Executes the remote starts and stops that the station has accepted. */
    async work() {
      await station.clock.pass(0);
      for (const act of due.splice(0)) await act();
      await station.clock.pass(0);
    },
    async plugIn() {
      if (startPoint === 'ParkingBayOccupancy') await send('EVDetected');
      hasCable = true;
      await station.send('StatusNotification', {
        timestamp: station.at(),
        connectorStatus: 'Occupied',
        evseId: 1,
        connectorId: 1,
      });
      if (isStartedBy('EVConnected')) await send('CablePluggedIn');
      await mayCharge();
    },
    /** Sends one meter reading, then executes the remote starts and stops that the station has accepted. */
    async meter(wh: number) {
      registerWh += wh;
      if (open) await send('MeterValuePeriodic');
      await this.work();
    },
    /** Makes energy flow without an `idToken`, as a defective station would. */
    async leak() {
      start = { token: '', remoteStartId: 0 };
      await send('ChargingStateChanged');
    },
    async plugOut() {
      hasCable = false;
      isLocked = false;
      if (open) await send('EVCommunicationLost', { ends: 'EVDisconnected' });
      start = null;
    },
  };
}
