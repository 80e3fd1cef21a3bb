import { useTranslation } from 'react-i18next';
import { pathTo } from '../../../../shared/charging/paths.ts';
import type { BlockingFee } from '../../../../shared/charging/session.ts';
import { iso, MINUTE_MS } from '../../../../shared/model/time.ts';
import { TextLink } from '../../../components/control/Button.tsx';
import { FeeRamp, minutesToMaximum } from '../../../components/figure/FeeRamp.tsx';
import { Section } from '../../../components/layout/Columns.tsx';
import { HeadLine } from '../../../components/layout/HeadLine.ts';
import { usePage, useVisit } from '../../../core/pageData.tsx';
import { useFormat } from '../../../hooks/useFormat.ts';
import type { ViewProps } from '../live/viewProps.ts';

interface FeeForecastProps {
  session: ViewProps<'paused'>['session'];
  fee: BlockingFee;
  /** Time since when no power flows, in milliseconds since the epoch. */
  sinceMs: number;
}

/** When the fee for standing begins, as a picture with the current time, and a link to a calendar entry. */
export function FeeForecast({ session, fee, sinceMs }: FeeForecastProps) {
  const { t } = useTranslation();
  const { locale } = useVisit();
  const { clientId = '' } = usePage().params;
  const { place, values, asOf, sessionId } = session;
  const format = useFormat(place);
  const { currency } = values.cost;
  const [feeMs, nowMs] = [Date.parse(fee.fromAt), Date.parse(asOf)];
  const time = format.time(fee.fromAt);
  const title = t('progress.feeTitle', { fee: t(`tariff.${fee.kind}Fee`), time });
  const price = t('progress.feePerMinute', { price: format.unitPrice(fee.perMinuteMicro, currency) });
  const minutes = minutesToMaximum(fee.perMinuteMicro, fee.maxMinor);
  const maximum =
    minutes === null
      ? null
      : {
          amount: t('progress.feeMax', { amount: format.money(fee.maxMinor ?? 0, currency) }),
          after: format.time(iso(feeMs + minutes * MINUTE_MS)),
        };
  return (
    <Section aria-labelledby="fee-forecast">
      <HeadLine>
        <h2 id="fee-forecast">{title}</h2>
        <small>{t('progress.battery.left', { duration: format.duration(Math.max(0, feeMs - nowMs)) })}</small>
      </HeadLine>
      <FeeRamp
        label={[title, price, maximum?.amount].filter(Boolean).join(', ')}
        charging={t('session.running')}
        free={t('progress.feeFree', { duration: format.duration(feeMs - sinceMs) })}
        from={format.time(iso(sinceMs))}
        after={time}
        price={price}
        freeMinutes={(feeMs - sinceMs) / MINUTE_MS}
        maximumMinutes={minutes}
        maximum={maximum}
        passed={Math.min(1, Math.max(0, nowMs - sinceMs) / (feeMs - sinceMs))}
      />
      {/* The calendar link contains the session id, with which anyone can stop charging. The watch link has none. */}
      {sessionId !== null && (
        <TextLink href={pathTo('blockingFee', { locale, clientId, sessionId })}>{t('session.calendar')}</TextLink>
      )}
    </Section>
  );
}
