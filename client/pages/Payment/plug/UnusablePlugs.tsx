import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import type { ChargingPoint, Plug } from '../../../../shared/charging/charging.ts';
import { pathTo } from '../../../../shared/charging/paths.ts';
import { AppLink } from '../../../components/control/AppLink.tsx';
import { Icon } from '../../../components/text/Icon.tsx';
import { Hidden, RichText, Small } from '../../../components/text/Text.tsx';
import { useVisit } from '../../../core/pageData.tsx';
import { useFormat } from '../../../hooks/useFormat.ts';
import { usePlugFacts } from './PlugDetails.tsx';
import { PlugMark } from './PlugMark.tsx';
import { Instruction, PlugRows } from './PlugPicker.styles.ts';
import { isBusyAt, isOfPoint, noticeKey, unusableKind } from './unusableKind.ts';

interface ReasonProps {
  point: ChargingPoint;
  plug: Plug;
  asOf: string | null;
}

/** A box that says why a plug cannot be used, and since when. */
export function Reason(reason: ReasonProps) {
  const { t } = useTranslation();
  const isBusy = isBusyAt(reason.point)(reason.plug);
  return (
    <Card data-tone={isBusy ? undefined : 'error'}>
      <Icon name={isBusy ? 'car' : 'wrench'} />
      <div>
        <p>
          <ReasonText {...reason} />
        </p>
        {isBusy && <Small>{t('unusable.howLong')}</Small>}
      </div>
    </Card>
  );
}

/** Why the plug cannot be used, and since when. */
function ReasonText({ point, plug, asOf }: ReasonProps) {
  const { t } = useTranslation();
  const format = useFormat(point);
  const kind = unusableKind(point, plug);
  const { since } = plug;
  if (since === undefined || kind === 'offline') return t(`unusable.now.${kind}`);
  const isToday = asOf !== null && format.date(since) === format.date(asOf);
  const time = isToday ? format.time(since) : format.dateTime(since);
  return <RichText text={t(`unusable.since.${kind}`, { time })} tags={TIME} />;
}

/** The rows of a list show a `b` as a title, so the time is a `strong`. */
const TIME = { b: (inner: string) => <strong>{inner}</strong> };

/**
 * All plugs of the charging point, each with its state. A row leads to the request for a message about its plug. A reason that
 * holds for the whole charging point is above the rows.
 */
export function UnusablePlugs({ point, plugs, asOf }: Omit<ReasonProps, 'plug'> & { plugs: readonly Plug[] }) {
  const { t } = useTranslation();
  const [first] = plugs;
  const common = first && plugs.every(plug => isOfPoint(unusableKind(point, plug))) ? first : null;
  return (
    <>
      {common && <Reason point={point} plug={common} asOf={asOf} />}
      <List>
        <h2>{t(plugs.some(isBusyAt(point)) ? 'status.occupied' : 'unusable.off')}</h2>
        <PlugRows>
          {plugs.map(plug => (
            <PlugRow key={plug.id} point={point} plug={plug}>
              {!common && <ReasonText point={point} plug={plug} asOf={asOf} />}
            </PlugRow>
          ))}
        </PlugRows>
        {plugs.some(isBusyAt(point)) && <Instruction>{t('unusable.howLong')}</Instruction>}
      </List>
    </>
  );
}

function PlugRow({ point, plug, children }: Omit<ReasonProps, 'asOf'> & { children: ReactNode }) {
  const { t } = useTranslation();
  const to = useNoticeLink(point)(plug);
  const { power } = usePlugFacts(point, plug);
  return (
    <li>
      <AppLink to={to}>
        <PlugMark plug={plug} isOff />
        <span>
          <b>{t(`plug.type.${plug.kind}`)}</b>
          <small>
            {power}
            {children && <Hidden>, </Hidden>}
          </small>
          {children && <small>{children}</small>}
          <Hidden>. {t(noticeKey(point, plug))}</Hidden>
        </span>
        <Icon name="bell" />
      </AppLink>
    </li>
  );
}

/** Returns the path of the page on which a driver requests a message about a plug. */
export function useNoticeLink({ clientId, evseId }: ChargingPoint): (plug: Plug) => string {
  const { locale } = useVisit();
  return ({ id }) => `${pathTo('freeNotice', { locale, clientId, evseId })}?${new URLSearchParams({ plug: id })}`;
}

const List = styled.div`
  padding-bottom: var(--s5);
  h2 {
    margin-bottom: var(--s3);
  }
`;

const Card = styled.div`
  display: grid;
  grid-template-columns: auto minmax(0, 1fr);
  gap: 0 var(--s3);
  margin-bottom: var(--s5);
  padding: var(--s4);
  border-radius: var(--radius-lg);
  background: var(--surface);
  &[data-tone='error'] {
    background: var(--error-tint);
    > svg {
      color: var(--error);
    }
  }
  @media (forced-colors: active) {
    border: 1px solid CanvasText;
  }
  @media (max-width: 18em) {
    grid-template-columns: 1fr;
  }
`;
