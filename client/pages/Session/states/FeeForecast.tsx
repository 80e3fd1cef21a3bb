import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { pathTo } from '../../../../shared/charging/paths.ts';
import type { BlockingFee } from '../../../../shared/charging/session.ts';
import { iso, MINUTE_MS } from '../../../../shared/model/time.ts';
import { TextLink } from '../../../components/control/Button.tsx';
import { Section } from '../../../components/layout/Columns.tsx';
import { usePage, useVisit } from '../../../core/pageData.tsx';
import { useFormat } from '../../../hooks/useFormat.ts';
import type { ViewProps } from '../live/viewProps.ts';

interface FeeForecastProps {
  session: ViewProps<'paused'>['session'];
  fee: BlockingFee;
  /** Time since when no power flows, in milliseconds since the epoch. */
  sinceMs: number;
}

/** Horizontal positions in per cent. The picture shows the order of the events, and is not to scale. */
const AT = { pause: 20, fee: 42, highest: 84 } as const;

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
  const now = AT.pause + ((AT.fee - AT.pause) * Math.min(feeMs - sinceMs, Math.max(0, nowMs - sinceMs))) / (feeMs - sinceMs);
  const maxMs = fee.maxMinor === null ? null : feeMs + Math.ceil((fee.maxMinor * 10_000) / fee.perMinuteMicro) * MINUTE_MS;
  return (
    <Section aria-labelledby="fee-forecast">
      <Head>
        <h2 id="fee-forecast">{t('session.feeTitle', { fee: t(`tariff.${fee.kind}Fee`), time })}</h2>
        <small>{t('session.battery.left', { duration: format.duration(Math.max(0, feeMs - nowMs)) })}</small>
      </Head>
      <Ramp aria-hidden="true" focusable="false">
        <rect data-part="charge" width={`${AT.pause}%`} y="52%" height="30%" />
        <rect data-part="free" x={`${AT.pause}%`} width={`${AT.fee - AT.pause}%`} y="52%" height="30%" />
        <text data-part="strong" x={`${(AT.pause + AT.fee) / 2}%`} y="45%" textAnchor="middle">
          {t('session.feeFree', { duration: format.duration(feeMs - sinceMs) })}
        </text>
        <svg
          x={`${AT.fee}%`}
          y="18%"
          width={`${100 - AT.fee}%`}
          height="64%"
          viewBox="0 0 100 100"
          preserveAspectRatio="none"
          overflow="visible"
          aria-hidden="true"
          focusable="false"
        >
          <path data-part="area" d={maxMs === null ? 'M0 100L100 0V100z' : 'M0 100L72 0H100V100z'} />
          <path data-part="cost" d={maxMs === null ? 'M0 100L100 0' : 'M0 100L72 0H100'} />
        </svg>
        {fee.maxMinor !== null && maxMs !== null && (
          <>
            <text data-part="strong" x="100%" y="8%" textAnchor="end">
              {t('session.feeMax', { amount: format.money(fee.maxMinor, currency) })}
            </text>
            <text x={`${AT.highest}%`} y="97%" textAnchor="middle">
              {format.time(iso(maxMs))}
            </text>
          </>
        )}
        <text data-part="strong" x="98%" y="74%" textAnchor="end">
          {t('session.feePerMinute', { price: format.unitPrice(fee.perMinuteMicro, currency) })}
        </text>
        <line data-part="base" x2="100%" y1="82%" y2="82%" />
        <text x={`${AT.pause}%`} y="97%" textAnchor="middle">
          {format.time(iso(sinceMs))}
        </text>
        <text x={`${AT.fee}%`} y="97%" textAnchor="middle">
          {time}
        </text>
        <line data-part="now" x1={`${now}%`} x2={`${now}%`} y1="50%" y2="84%" />
        <circle data-part="now" cx={`${now}%`} cy="50%" r="4" />
      </Ramp>
      {/* The calendar link contains the session id, with which anyone can stop charging. The watch link has none. */}
      {sessionId !== null && (
        <TextLink href={pathTo('blockingFee', { locale, clientId, sessionId })}>{t('session.calendar')}</TextLink>
      )}
    </Section>
  );
}

const Head = styled.div`
  display: flex;
  flex-wrap: wrap;
  justify-content: space-between;
  align-items: baseline;
  gap: 0 var(--s3);
  small {
    color: var(--ink-2);
    font-size: var(--t-sm);
  }
`;

const Ramp = styled.svg`
  display: block;
  width: 100%;
  height: 8.5rem;
  margin-top: var(--s2);
  overflow: visible;
  font-size: var(--t-sm);
  font-variant-numeric: tabular-nums;
  text {
    fill: var(--ink-2);
  }
  path {
    vector-effect: non-scaling-stroke;
    fill: none;
  }
  [data-part='strong'] {
    fill: var(--ink);
    font-weight: 700;
  }
  [data-part='charge'] {
    fill: var(--data);
    stroke: var(--primary-edge);
  }
  [data-part='free'] {
    fill: url(#hatch-ink);
  }
  [data-part='area'] {
    fill: var(--warning-tint);
  }
  [data-part='cost'] {
    stroke: var(--warning);
    stroke-width: 3;
    stroke-linejoin: round;
  }
  [data-part='base'] {
    stroke: var(--line-strong);
    stroke-width: 1.5;
  }
  [data-part='now'] {
    fill: var(--ink);
    stroke: var(--ink);
    stroke-width: 2;
  }
  @media (forced-colors: active) {
    text,
    [data-part='strong'],
    [data-part='now'] {
      fill: CanvasText;
    }
    [data-part='cost'],
    [data-part='base'],
    [data-part='now'] {
      stroke: CanvasText;
    }
    [data-part='charge'] {
      fill: Highlight;
    }
    [data-part='area'] {
      fill: none;
    }
  }
  @media print {
    display: none;
  }
`;
