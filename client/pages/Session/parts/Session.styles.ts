import { styled } from 'styled-components';
import { AppLink } from '../../../components/control/AppLink.tsx';
import { textLink } from '../../../components/control/Button.tsx';
import { Section } from '../../../components/layout/Columns.tsx';
import { PlateNumber } from '../../../components/text/Plate.tsx';

/** Icon and heading on the left, the time of the meter values on the right. */
export const LiveHead = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: var(--s1) var(--s3);
  h1 {
    display: flex;
    align-items: center;
    gap: var(--s2);
  }
  h1 svg {
    color: var(--primary-line);
  }
  p {
    font-size: var(--t-sm);
    color: var(--ink-2);
    font-variant-numeric: tabular-nums;
  }
`;

/** The main figure of the screen with its label and notes. */
export const Cost = styled.div`
  padding-block: var(--s4) var(--s5);
  > span + * + * {
    margin-top: var(--s4);
  }
`;

/** The three values and the power curve, below a thin line. */
export const Power = styled.section`
  margin-top: var(--s3);
  padding-top: var(--s3);
  border-top: 1px solid var(--line);
`;

/** Notes between the cost and the meter values. */
export const Notes = styled.div`
  &:not(:empty) {
    padding-bottom: var(--s5);
  }
  > * + * {
    margin-top: var(--s4);
  }
`;

/** Links in one row, or in one column if there is not enough width. */
export const Links = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 0 var(--s5);
`;

/** Text directly below the heading of a session that updates itself. */
export const Below = styled.div`
  padding-top: var(--s2);
`;

export const Above = styled.div`
  padding-bottom: var(--s4);
`;

export const After = styled.div`
  padding-block: var(--s3) var(--s5);
`;

/** A section with a single line. The padding is small, because the line has the height of a touch target. */
export const SlimSection = styled(Section)`
  &&& {
    padding-block: var(--s3);
  }
  /* An empty section is hidden. On the read-only page of the watch link, it is empty, because that page has no contract. */
  &:empty {
    display: none;
  }
`;

/** A section without the thin line above it. */
export const OpenSection = styled(Section)`
  border-top: 0;
`;

/** Rows of details below the number of the plug and the address. */
export const Facts = styled.div`
  padding-block: var(--s4) var(--s2);
`;

/** Pictures of plate, plug and car. They show that the cable connects the station and the car. */
export const HowTo = styled.div`
  --box: clamp(36px, 19vw, 88px);
  display: flex;
  align-items: center;
  gap: clamp(4px, 2vw, 12px);
  padding-block: var(--s5);
  > i {
    flex: 1 1 4px;
    border-top: 3px dashed var(--line-strong);
  }
  > svg {
    width: calc(var(--box) * 0.86);
    height: calc(var(--box) * 0.86);
  }
  ${PlateNumber} {
    min-width: var(--box);
    height: var(--box);
    padding: 0;
    font-size: calc(var(--box) * 0.56);
  }
  @media print {
    display: none;
  }
`;

export const NextLink = styled(AppLink)`
  ${textLink}
`;

export const Documents = styled.section`
  padding-block: var(--s5) var(--s6);
  > * + * {
    margin-top: var(--s3);
  }
  @media print {
    display: none;
  }
`;

export const PaidSection = styled.section`
  > p + p {
    margin-top: var(--s2);
  }
  > [data-card] {
    color: var(--ink-2);
  }
  > dl,
  > ${Notes} {
    margin-top: var(--s4);
  }
`;

/** The driver's next step, with a green icon. */
export const Advice = styled.p`
  display: flex;
  align-items: center;
  gap: 0.4em;
  font-weight: 600;
  line-height: 1.3;
  svg {
    width: 1.2rem;
    height: 1.2rem;
    color: var(--success);
  }
  @media print {
    display: none;
  }
`;

/** A section that is not printed, because it contains only links. */
export const OnScreen = styled(Section)`
  @media print {
    display: none;
  }
`;
