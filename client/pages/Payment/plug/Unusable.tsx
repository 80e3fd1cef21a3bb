import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import type { Alternatives } from '../../../../shared/charging/alternatives.ts';
import type { ChargingPoint, Plug } from '../../../../shared/charging/charging.ts';
import { ActRows } from '../../../components/control/ActRows.ts';
import { AppLink } from '../../../components/control/AppLink.tsx';
import { ButtonLink } from '../../../components/control/Button.tsx';
import { FaultRow } from '../../../components/control/FaultRow.tsx';
import { TabTitle } from '../../../components/layout/PageHead.tsx';
import { Icon } from '../../../components/text/Icon.tsx';
import { PlateHead } from '../../../components/text/PlateHead.tsx';
import { EvseId } from '../../../components/text/Text.tsx';
import { useFormat } from '../../../hooks/useFormat.ts';
import { useHydrated } from '../../../hooks/useHydrated.ts';
import { FreePlugs } from './FreePlugs.tsx';
import { Reason, UnusablePlugs, useNoticeLink } from './UnusablePlugs.tsx';
import { isBusyAt, isBusyKind, noticeKey, unusableKind } from './unusableKind.ts';
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
  const asOf = alternatives?.asOf ?? null;
  const isFreeHere = (alternatives?.here.length ?? 0) > 0;
  return (
    <Page>
      <TabTitle title={title} />
      <PlateHead
        number={only?.number}
        heading={<h1 tabIndex={-1}>{title}</h1>}
        aside={<AsOf point={point} asOf={asOf} isCurrent={isCurrent} />}
        isOff
      >
        {only && `${t(`plug.type.${only.kind}`)}, `}
        {street}
        <br />
        <EvseId id={evseId} />
      </PlateHead>
      {children}
      {only ? (
        <>
          <Reason point={point} plug={only} asOf={asOf} />
          <NoticeLink point={point} plug={only} />
        </>
      ) : (
        <>
          {isFreeHere && alternatives && <FreePlugs place={point} alternatives={alternatives} />}
          <UnusablePlugs point={point} plugs={plugs} asOf={asOf} />
        </>
      )}
      {!(isFreeHere && !only) && alternatives && <FreePlugs place={point} alternatives={alternatives} />}
      <ActRows>
        <FaultRow {...{ clientId, evseId }} plug={only?.id} question={plugs.some(isBusyAt(point)) ? 'noCar' : 'wrong'} />
      </ActRows>
      {help}
    </Page>
  );
}

function NoticeLink({ point, plug }: { point: ChargingPoint; plug: Plug }) {
  const { t } = useTranslation();
  const isBusy = isBusyKind(unusableKind(point, plug));
  return (
    <Notice>
      <ButtonLink as={AppLink} $variant={isBusy ? 'primary' : 'plain'} to={useNoticeLink(point)(plug)}>
        <Icon name="bell" />
        {t(noticeKey(point, plug))}
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
