import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import type { ChargingPoint } from '../../../../shared/charging/charging.ts';
import { AppLink } from '../../../components/control/AppLink.tsx';
import { ButtonLink } from '../../../components/control/Button.tsx';
import { Icon } from '../../../components/text/Icon.tsx';
import { Num, RichText } from '../../../components/text/Text.tsx';
import { useVisit } from '../../../core/pageData.tsx';
import { HelpHere } from './HelpHere.tsx';

interface PointFootProps {
  point: ChargingPoint;
  isVerified: boolean;
}

/** The end of the plug choice: a link for a driver who stands at another charging point, and help. */
export function PointFoot({ point, isVerified }: PointFootProps) {
  const { t } = useTranslation();
  return (
    <Rows>
      <div>
        <Icon name="map-pin" />
        <p>{t('location.wrongPoint')}</p>
        <ButtonLink as={AppLink} $variant="quiet" to={`/${point.clientId}`}>
          {t('location.scanAgain')}
        </ButtonLink>
      </div>
      <HelpHere point={point}>{!isVerified && <Compare evseId={point.evseId} />}</HelpHere>
    </Rows>
  );
}

/** Explains how to recognise a fake sticker. Such a sticker leads to another charging point or another site. */
function Compare({ evseId }: { evseId: string }) {
  const { t } = useTranslation();
  const { host } = useVisit();
  const tags = { evse: () => <Num>{evseId}</Num>, host: (inner: string) => <b lang="">{inner}</b> };
  return (
    <span>
      <RichText text={t('location.compare', { evse: '<evse>-</evse>', host: `<host>${host}</host>` })} tags={tags} />
    </span>
  );
}

const Rows = styled.div`
  margin-top: var(--s5);
  border-block: 1px solid var(--line);
  > * + * {
    border-top: 1px solid var(--line);
  }
  > div {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: var(--s2) var(--s3);
    min-height: 64px;
    padding-block: var(--s2);
    > svg {
      color: var(--ink-2);
    }
    > p {
      flex: 1 1 8rem;
      line-height: 1.35;
    }
    > a {
      width: auto;
    }
  }
`;
