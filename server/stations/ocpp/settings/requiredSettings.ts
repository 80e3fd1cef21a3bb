/** A setting that a station should have: its name in each OCPP version, and the values to try in order. */
export interface Wanted {
  /** Name in OCPP 1.6 (chapter 9, and "Signed Meter Values in OCPP" §3.3). Null: 1.6 lacks this setting. */
  key: string | null;
  /** Component and variable in OCPP 2.x. Null: 2.x lacks this setting. */
  variable: {
    component: string;
    componentInstance?: string;
    evse?: number;
    connector?: number;
    variable: string;
    instance?: string;
  } | null;
  values: readonly string[];
  /** The consequence if the setting cannot be applied, shown to staff. Null: there is none that staff must know. */
  means: string | null;
}

const ENERGY = 'Energy.Active.Import.Register';
/** Several lists, because a station refuses a whole list if it lacks one of the measurands (OCPP 1.6 §3.16.4). */
const MEASURANDS = [`${ENERGY},Power.Active.Import,SoC`, `${ENERGY},Power.Active.Import`, ENERGY];

/** In seconds. The station must give up waiting for a cable before the app gives up the start, which is after 3 minutes. */
const CONNECTION_S = '150';

const interval = (seconds: string): Wanted => ({
  key: 'MeterValueSampleInterval',
  variable: { component: 'SampledDataCtrlr', variable: 'TxUpdatedInterval' },
  values: [seconds],
  means: 'the running price is as old as its own interval',
});

/**
 * Returns all required settings.
 * @param isDc true for fast charging. Its cost rises fast, so meter values are requested more often
 */
export const wantedSettings = ({ isDc }: { isDc: boolean }): readonly Wanted[] => [
  interval(isDc ? '15' : '60'),
  {
    key: 'MeterValuesSampledData',
    variable: { component: 'SampledDataCtrlr', variable: 'TxUpdatedMeasurands' },
    values: MEASURANDS,
    means: 'no price while charging',
  },
  {
    key: null,
    variable: { component: 'SampledDataCtrlr', variable: 'TxStartedMeasurands' },
    values: [ENERGY],
    means: 'sessions have no first meter value of their own',
  },
  {
    key: null,
    variable: { component: 'SampledDataCtrlr', variable: 'TxEndedMeasurands' },
    values: [ENERGY],
    means: 'no bill without a person: sessions have no last meter value',
  },
  { key: 'StopTxnAlignedData', variable: null, values: [''], means: null },
  {
    key: 'ClockAlignedDataInterval',
    variable: { component: 'AlignedDataCtrlr', variable: 'Interval' },
    values: ['0'],
    means: null,
  },
  {
    key: 'AuthorizeRemoteTxRequests',
    variable: { component: 'AuthCtrlr', variable: 'AuthorizeRemoteStart' },
    values: ['false'],
    means: 'it asks before it starts; a list of its own may refuse every driver',
  },
  {
    key: 'ConnectionTimeOut',
    variable: { component: 'TxCtrlr', variable: 'EVConnectionTimeOut' },
    values: [CONNECTION_S],
    means: 'a start that was given up may still be carried out when a cable is plugged in late',
  },
  {
    key: 'StopTransactionOnEVSideDisconnect',
    variable: { component: 'TxCtrlr', variable: 'StopTxOnEVSideDisconnect' },
    values: ['true'],
    means: 'after a driver has left, the next one might charge on their account',
  },
  {
    key: 'StopTransactionOnInvalidId',
    variable: { component: 'TxCtrlr', variable: 'StopTxOnInvalidId' },
    values: ['true'],
    means: 'what nobody pays for is only stopped from here',
  },
  {
    key: 'MaxEnergyOnInvalidId',
    variable: { component: 'TxCtrlr', variable: 'MaxEnergyOnInvalidId' },
    values: ['0'],
    means: null,
  },
  {
    key: 'LocalAuthorizeOffline',
    variable: { component: 'AuthCtrlr', variable: 'LocalAuthorizeOffline' },
    values: ['false'],
    means: null,
  },
  {
    key: 'LocalPreAuthorize',
    variable: { component: 'AuthCtrlr', variable: 'LocalPreAuthorize' },
    values: ['false'],
    means: null,
  },
  {
    key: 'AllowOfflineTxForUnknownId',
    variable: { component: 'AuthCtrlr', variable: 'OfflineTxForUnknownIdEnabled' },
    values: ['false'],
    means: 'without a connection it charges anybody, and nobody pays',
  },
  {
    key: 'TransactionMessageAttempts',
    variable: { component: 'OCPPCommCtrlr', variable: 'MessageAttempts', instance: 'TransactionEvent' },
    values: ['10'],
    means: 'after an outage of ours a last meter value may be lost',
  },
  {
    key: 'TransactionMessageRetryInterval',
    variable: { component: 'OCPPCommCtrlr', variable: 'MessageAttemptInterval', instance: 'TransactionEvent' },
    values: ['30'],
    means: null,
  },
  {
    key: 'SampledDataSignReadings',
    variable: { component: 'SampledDataCtrlr', variable: 'SignReadings' },
    values: ['true'],
    means: 'no signed bill',
  },
  { key: 'SampledDataSignUpdatedReadings', variable: null, values: ['false'], means: null },
  {
    key: 'PublicKeyWithSignedMeterValue',
    variable: { component: 'OCPPCommCtrlr', variable: 'PublicKeyWithSignedMeterValue' },
    values: ['OncePerTransaction', 'EveryMeterValue'],
    means: null,
  },
];

/** The setting that determines how old the displayed price may be. */
export const INTERVAL_KEY = 'MeterValueSampleInterval';
