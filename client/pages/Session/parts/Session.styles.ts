import { styled } from 'styled-components';
import { AppLink } from '../../../components/control/AppLink.tsx';
import { textLink } from '../../../components/control/Button.tsx';
import { Section } from '../../../components/layout/Columns.tsx';
import { Small } from '../../../components/text/Text.tsx';

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

/** A note above the heading, or in its place, such as a lost connection. The heading moves up, so the note keeps its distance. */
export const Above = styled.div`
  padding-bottom: calc(16px + var(--s3));
`;

export const After = styled.div`
  padding-block: var(--s3) var(--s5);
`;

/** A section with a single line. The padding is small, because the line has the height of a touch target. */
export const SlimSection = styled(Section)`
  &&& {
    padding-block: var(--s3);
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

export const NextLink = styled(AppLink)`
  ${textLink}
`;

export const Documents = styled.section`
  padding-bottom: var(--s5);
  > * + * {
    margin-top: var(--s3);
  }
  @media print {
    display: none;
  }
`;

/** The amount with the bar of the hold. The height of the text below the bar does not change while the hold is released. */
export const Settled = styled.section`
  padding-bottom: var(--s4);
  [role='img'] > p {
    min-height: 2.7em;
  }
  ${Notes} {
    padding-block: var(--s3) 0;
  }
`;

/** Centred text below the button of the receipt. Its height does not change while the receipt is issued. */
export const UnderButton = styled(Small)`
  && {
    margin-top: 0.35rem;
  }
  min-height: 2.9em;
  text-align: center;
`;

/** Up to three framed actions in one row, each with an icon above its words. */
export const Trio = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(5rem, 1fr));
  gap: var(--s2);
  form {
    display: grid;
  }
  a,
  button {
    display: flex;
    flex-direction: column;
    align-items: center;
    justify-content: center;
    gap: 0.2rem;
    min-height: 64px;
    padding: 0.4rem var(--s1);
    border: 1.5px solid var(--line-strong);
    border-radius: var(--radius);
    background: var(--page);
    color: var(--ink);
    font: 600 var(--t-sm) / 1.2 var(--font);
    text-align: center;
    text-decoration: none;
    text-wrap: balance;
    cursor: pointer;
  }
  a:hover,
  button:hover {
    background: var(--surface);
  }
  svg {
    width: 1.375rem;
    height: 1.375rem;
  }
  @media (scripting: none) {
    [data-script] {
      display: none;
    }
  }
`;

/** A section that is not printed, because it contains only links. */
export const OnScreen = styled(Section)`
  @media print {
    display: none;
  }
`;
