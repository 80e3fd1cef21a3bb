import type { ConnectorRecord } from '../records/records.ts';

/** Connector types of DATEX II by standard of OCPI (ConnectorType). */
const TYPES: Readonly<Record<string, string>> = {
  IEC_62196_T1: 'iec62196T1',
  IEC_62196_T1_COMBO: 'iec62196T1COMBO',
  IEC_62196_T2: 'iec62196T2',
  IEC_62196_T2_COMBO: 'iec62196T2COMBO',
  IEC_62196_T3A: 'iec62196T3A',
  IEC_62196_T3C: 'iec62196T3C',
  CHADEMO: 'chademo',
  IEC_60309_2_single_16: 'iec60309x2single16',
  IEC_60309_2_three_16: 'iec60309x2three16',
  IEC_60309_2_three_32: 'iec60309x2three32',
  IEC_60309_2_three_64: 'iec60309x2three64',
  TESLA_R: 'teslaR',
  TESLA_S: 'teslaS',
  MCS: 'mcs',
  PANTOGRAPH_BOTTOM_UP: 'pantographBottomUp',
  PANTOGRAPH_TOP_DOWN: 'pantographTopDown',
};

/** Standards of OCPI by kind of plug, for points of earlier versions, which have no standard. */
const STANDARDS: Readonly<Record<ConnectorRecord['kind'], string>> = {
  type1: 'IEC_62196_T1',
  type2: 'IEC_62196_T2',
  ccs1: 'IEC_62196_T1_COMBO',
  ccs2: 'IEC_62196_T2_COMBO',
  chademo: 'CHADEMO',
  schuko: 'DOMESTIC_F',
  domestic: 'DOMESTIC',
  cee: 'IEC_60309_2',
  tesla: 'TESLA',
  unknown: 'UNKNOWN',
};

/** Returns the type of a connector. A standard without a name in DATEX II is 'other', with the standard as text. */
export function connectorType({ kind }: ConnectorRecord, standard: string = STANDARDS[kind]) {
  const domestic = /^DOMESTIC_([A-L])$/.exec(standard);
  const value = domestic ? `domestic${domestic[1]}` : TYPES[standard];
  return value === undefined ? { connectorType: { value: 'other' }, otherConnector: standard } : { connectorType: { value } };
}

/** Returns the format of a connector: a socket, or an attached cable for AC (mode 3) or DC. */
export function connectorFormat({ hasCable, isDc }: ConnectorRecord) {
  const cable = isDc ? 'otherCable' : 'cableMode3';
  return { connectorFormat: { value: hasCable ? cable : 'socket' } };
}
