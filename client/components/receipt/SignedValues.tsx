import { useTranslation } from 'react-i18next';
import type { BillCheck, Receipt } from '../../../shared/charging/receipt.ts';
import { useFormat } from '../../hooks/useFormat.ts';
import { Disclosure } from '../control/Disclosure.tsx';
import { Rows } from '../text/Rows.tsx';
import { Num, Small } from '../text/Text.tsx';
import { Key, Verdict } from './BillVerdict.styles.ts';

/**
 * The signed meter readings as on the meter's display, and the public key. Drivers can compare it with the key on the charging
 * point.
 */
export function SignedValues({ check, receipt }: { check: BillCheck; receipt: Receipt }) {
  const { t } = useTranslation();
  const format = useFormat({ country: receipt.country, timeZone: receipt.found.timeZone });
  const { id, startWh, stopWh, startedAt, stoppedAt } = check.meter;
  const reading = (label: string, wh: number | null, at: string | null) =>
    wh === null ? [] : [{ label, value: <Num>{format.energy(wh, 3)}</Num>, note: at && format.dateTime(at) }];
  const rows = [
    ...reading(t('check.meterStart'), startWh, startedAt),
    ...reading(t('check.meterStop'), stopWh, stoppedAt),
    ...(id === null ? [] : [{ label: t('check.meter'), value: id }]),
  ];
  const keys = [...new Set(check.records.flatMap(({ publicKey }) => (publicKey ? [publicKey] : [])))];
  return (
    <Disclosure summary={t('check.values')}>
      <Verdict>
        {rows.length > 0 && <Rows rows={rows} />}
        {keys.length > 0 && (
          <>
            <p>{t('check.key')}</p>
            {keys.map(key => (
              <Key key={key}>{key}</Key>
            ))}
            <Small>{t('check.key.compare')}</Small>
          </>
        )}
      </Verdict>
    </Disclosure>
  );
}
