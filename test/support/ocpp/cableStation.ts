import type { ScriptedStation } from './scriptedStation.ts';

/** Events with which a transaction begins, as in the OCPP 2.0.1 variable TxStartPoint. */
export const START_POINTS = ['EVConnected', 'ParkingBayOccupancy', 'Authorized', 'PowerPathClosed', 'EnergyTransfer'] as const;
type StartPoint = (typeof START_POINTS)[number];

/** Reactions of the station to RequestStopTransaction. */
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
  /** Seconds between the start of the energy flow and the token. */
  tokenDelayS?: number;
}

/**
 * One plug of an OCPP 2.0.1 station that reacts to remote starts and stops. The test reads all messages of the scripted station.
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

  /** Begins to charge once the plug has both a start and a cable. */
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
    /** Carries out the accepted starts and stops. */
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
    /** Sends one meter value, then carries out the accepted starts and stops. */
    async meter(wh: number) {
      registerWh += wh;
      if (open) await send('MeterValuePeriodic');
      await this.work();
    },
    /** Energy flows because of a fault, without a token. */
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
