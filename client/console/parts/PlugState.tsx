import type { PointLine } from '../../../shared/console/stations.ts';
import { Icon } from '../core/Icon.tsx';
import { type TextKey, useWords } from '../core/translations.ts';
import { plugStyle } from './stationStyles.ts';
import { usePlugWords } from './usePlugWords.ts';

/** Error codes of OCPP 1.6 (7.6) and components of OCPP 2.x with a problem, with a text of their own. */
const FAULTS = [
  ...([
    'ConnectorLockFailure',
    'EVCommunicationError',
    'GroundFailure',
    'HighTemperature',
    'InternalError',
    'OtherError',
  ] as const),
  ...(['OverCurrentFailure', 'OverVoltage', 'PowerMeterFailure', 'PowerSwitchFailure', 'ReaderFailure', 'ResetFailure'] as const),
  ...(['UnderVoltage', 'WeakSignal'] as const),
  ...(['ChargingStation', 'EVSE', 'Connector', 'ConnectedEV', 'ConnectorPlugRetentionLock', 'FiscalMetering'] as const),
  ...(['ElectricalFeed', 'CableBreakawaySensor', 'ElectricalConverter'] as const),
] as const;

/** A plug with its printed number and its state. The box of a plug in trouble is tinted, and shows the fault and since when. */
export function PlugState({ plug }: { plug: PointLine['plugs'][number] }) {
  const { t, decimal, when, power, lasting } = useWords();
  const write = usePlugWords();
  const { icon, color } = plugStyle(plug);
  const { number, kind, powerW, state, group, since, fault, chargingW } = plug;
  const isTrouble = group === 'out' || group === 'offline';
  return (
    <div className={`plug-box plug-box--${group}`}>
      <span className={`tile__no tile__no--${group}`}>
        <span className="vh">{t('stations.plugName', { number: '' })}</span>
        {number}
      </span>
      <div>
        <b>
          {t(`session.plug.${kind}`)}, {decimal(powerW / 1000)} kW
        </b>
        <p className={`st st--${color}`}>
          <Icon name={icon} />
          <span>
            {fault && isTrouble ? <Fault fault={fault} /> : write(plug)}
            {chargingW !== null && chargingW > 0 && `, ${power(chargingW)}`}
            {since && state !== 'never-connected' && (
              <small>
                {t('today.since', { at: when(since) })}
                {(isTrouble || group === 'waiting') && `, ${lasting(since)}`}
              </small>
            )}
          </span>
        </p>
      </div>
    </div>
  );
}

/** The fault that a station reports, in words where the error code is one of OCPP, and the code of the vendor. */
function Fault({ fault }: { fault: string }) {
  const { t } = useWords();
  const [code = '', ...vendor] = fault.split(' ');
  const known = FAULTS.find(name => name === code);
  return (
    <>
      {known ? `${t(`stations.error.${known}` satisfies TextKey)} (${code})` : code}
      {vendor.length > 0 && <small>{t('stations.point.vendorCode', { code: vendor.join(' ') })}</small>}
    </>
  );
}
