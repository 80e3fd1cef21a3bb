import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import type { SessionLocation } from '../../../../shared/charging/session.ts';
import { Spinner } from '../../../components/feedback/Spinner.tsx';
import { TabTitle } from '../../../components/layout/PageHead.tsx';
import { Icon, type IconName } from '../../../components/text/Icon.tsx';
import { PlateNumber } from '../../../components/text/Plate.tsx';
import { PlateHead } from '../../../components/text/PlateHead.tsx';

interface SessionHeadProps {
  place: SessionLocation;
  title: string;
  /** Title of the browser tab. Default: the heading. */
  tabTitle?: string;
  /** An icon before the heading. `busy` is a spinner. */
  icon?: IconName | 'busy' | undefined;
  tone?: 'warning' | undefined;
  /** Short text on the right: the time of the values or of the event. */
  time?: ReactNode;
  /** The line below the heading. Default: type of the plug and street. */
  children?: ReactNode;
  hasPlate?: boolean;
  hasErrors?: boolean;
}

/** The head of every page of a session: number of the plug, state, place and time. Needs the text area `plug`. */
export function SessionHead({ place, title, tabTitle = title, icon, tone, time, children, ...more }: SessionHeadProps) {
  const { t } = useTranslation();
  const { hasPlate = true, hasErrors = false } = more;
  return (
    <Frame data-tone={tone}>
      <TabTitle title={tabTitle} hasErrors={hasErrors} />
      <PlateHead
        number={hasPlate ? place.plug.number : undefined}
        heading={
          <h1 tabIndex={-1}>
            {icon === 'busy' ? <Spinner /> : icon && <Icon name={icon} />}
            {title}
          </h1>
        }
        aside={time}
      >
        {children || `${t(`plug.type.${place.plug.kind}`)}, ${place.street}`}
      </PlateHead>
    </Frame>
  );
}

const Frame = styled.div`
  /* The top of the page is closer to the header than on pages that begin with a text. */
  margin-top: calc(-1 * var(--s3));
  @media (min-width: 66em) {
    margin-top: 0;
  }
  h1 > svg {
    flex: none;
    margin-left: -0.1em;
    color: var(--data-line);
  }
  &[data-tone='warning'] h1 > svg {
    color: var(--warning);
  }
  ${PlateNumber} {
    view-transition-name: plate;
  }
`;
