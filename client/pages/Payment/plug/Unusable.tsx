import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import type { Alternatives } from '../../../../shared/charging/alternatives.ts';
import type { ChargingPoint, Plug } from '../../../../shared/charging/charging.ts';
import { pathTo } from '../../../../shared/charging/paths.ts';
import { ActRows } from '../../../components/control/ActRows.ts';
import { AppLink } from '../../../components/control/AppLink.tsx';
import { ButtonLink, TextLink } from '../../../components/control/Button.tsx';
import { FaultRow } from '../../../components/control/FaultRow.tsx';
import { TabTitle } from '../../../components/layout/PageHead.tsx';
import { Icon } from '../../../components/text/Icon.tsx';
import { PlateHead } from '../../../components/text/PlateHead.tsx';
import { BOLD, EvseId, RichText, Small } from '../../../components/text/Text.tsx';
import { useVisit } from '../../../core/pageData.tsx';
import { useFormat } from '../../../hooks/useFormat.ts';
import { useHydrated } from '../../../hooks/useHydrated.ts';
import { FreePlugs } from './FreePlugs.tsx';
import { isBusyKind, unusableKind } from './unusableKind.ts';
import { useAlternatives } from './useAlternatives.ts';

interface UnusableProps {
  point: ChargingPoint;
  /** The plugs that the driver cannot use: the chosen one, or all of the charging point. */
  plugs: readonly Plug[];
  alternatives: Alternatives | null;
  /** Help for a driver at the charging point. A property, because the chunk of the payment page has its code. */
  help: ReactNode;
  /** Notes below the heading. */
  children: ReactNode;
}

/**
 * The page of a plug that cannot be used: since when, and where else to charge. While the page is open, the state is updated
 * without a press. A stranger learns nothing else about the session at the plug.
 */
export function Unusable({ point, plugs, alternatives: first, help, children }: UnusableProps) {
  const { t } = useTranslation();
  const { clientId, evseId, street } = point;
  const [only] = plugs.length === 1 ? plugs : [];
  const occasion = plugs.map(({ id, state }) => `${id} ${state}`).join();
  const wanted = { clientId, evseId, ...(only ? { connector: only.id } : {}) };
  const { alternatives, isCurrent } = useAlternatives(wanted, first, occasion);
  const title = t(`unusable.${titleOf(point, plugs)}`);
  const types = [...new Set(plugs.map(({ kind }) => t(`plug.type.${kind}`)))].join(', ');
  return (
    <Page>
      <TabTitle title={title} />
      <PlateHead
        number={only?.number}
        heading={<h1 tabIndex={-1}>{title}</h1>}
        aside={<AsOf point={point} asOf={alternatives?.asOf ?? null} isCurrent={isCurrent} />}
        isOff
      >
        {types}, {street}
        <br />
        <EvseId id={evseId} />
      </PlateHead>
      {children}
      <Cards>
        {plugs.map(plug => (
          <Reason key={plug.id} point={point} plug={plug} isNamed={plugs.length > 1} asOf={alternatives?.asOf ?? null} />
        ))}
      </Cards>
      {only && <NoticeLink point={point} plug={only} />}
      {alternatives && <FreePlugs place={point} alternatives={alternatives} />}
      <ActRows>
        <FaultRow {...{ clientId, evseId }} plug={only?.id} question={plugs.some(isBusyAt(point)) ? 'noCar' : 'wrong'} />
      </ActRows>
      {help}
    </Page>
  );
}

const isBusyAt = (point: ChargingPoint) => (plug: Plug) => isBusyKind(unusableKind(point, plug));

function useNoticeLink({ clientId, evseId }: ChargingPoint): (plug: Plug) => string {
  const { locale } = useVisit();
  return ({ id }) => `${pathTo('freeNotice', { locale, clientId, evseId })}?${new URLSearchParams({ plug: id })}`;
}

function NoticeLink({ point, plug }: { point: ChargingPoint; plug: Plug }) {
  const { t } = useTranslation();
  const isBusy = isBusyKind(unusableKind(point, plug));
  return (
    <Notice>
      <ButtonLink as={AppLink} $variant={isBusy ? 'primary' : 'plain'} to={useNoticeLink(point)(plug)}>
        <Icon name="bell" />
        {t('freeNotice.tell')}
      </ButtonLink>
    </Notice>
  );
}

/** If any plug is occupied, waiting helps, so the title says that a plug is in use. */
function titleOf(point: ChargingPoint, plugs: readonly Plug[]): 'busy' | 'off' | 'offline' {
  const kinds = plugs.map(plug => unusableKind(point, plug));
  if (kinds.some(isBusyKind)) return 'busy';
  return kinds.includes('offline') ? 'offline' : 'off';
}

function AsOf({ point, asOf, isCurrent }: { point: ChargingPoint; asOf: string | null; isCurrent: boolean }) {
  const { t } = useTranslation();
  const format = useFormat(point);
  const isHydrated = useHydrated();
  if (isHydrated && isCurrent)
    return (
      <>
        <Dot />
        {t('unusable.current')}
      </>
    );
  return asOf === null ? null : t('freePlugs.asOf', { time: format.time(asOf) });
}

function Reason({ point, plug, isNamed, asOf }: { point: ChargingPoint; plug: Plug; isNamed: boolean; asOf: string | null }) {
  const { t } = useTranslation();
  const format = useFormat(point);
  const noticeLink = useNoticeLink(point);
  const kind = unusableKind(point, plug);
  const isBusy = isBusyKind(kind);
  const { since } = plug;
  const isToday = since !== undefined && asOf !== null && format.date(since) === format.date(asOf);
  const time = since && (isToday ? format.time(since) : format.dateTime(since));
  return (
    <Card data-tone={isBusy ? undefined : 'error'}>
      <Icon name={isBusy ? 'car' : 'wrench'} />
      <div>
        <p>
          {isNamed && <b>{t('plug.number', { number: plug.number })}: </b>}
          {time && kind !== 'offline' ? (
            <RichText text={t(`unusable.since.${kind}`, { time })} tags={BOLD} />
          ) : (
            t(`unusable.now.${kind}`)
          )}
        </p>
        {isBusy && <Small>{t('unusable.howLong')}</Small>}
        {isNamed && (
          <TextLink as={AppLink} to={noticeLink(plug)}>
            {t('freeNotice.tell')}
          </TextLink>
        )}
      </div>
    </Card>
  );
}

const Page = styled.div`
  > section {
    padding-block: var(--s5);
  }
  > details {
    border-top: 1px solid var(--line);
  }
`;

const Dot = styled.span`
  display: inline-block;
  width: 0.55rem;
  height: 0.55rem;
  margin-right: 0.35em;
  border-radius: 50%;
  background: var(--success);
  vertical-align: 0.05em;
  @media (forced-colors: active) {
    background: CanvasText;
  }
`;

const Notice = styled.div`
  padding-bottom: var(--s5);
`;

const Cards = styled.div`
  display: grid;
  gap: var(--s3);
  padding-bottom: var(--s5);
`;

const Card = styled.div`
  display: grid;
  grid-template-columns: auto minmax(0, 1fr);
  gap: 0 var(--s3);
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
