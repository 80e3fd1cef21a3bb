import { styled } from 'styled-components';

export const Box = styled.div`
  padding-block: var(--s5) var(--s6);
  border-top: 1px solid var(--line);
  > * + * {
    margin-top: var(--s4);
  }
  > h3 + fieldset {
    margin-top: var(--s3);
  }
  > [role='status']:empty {
    margin: 0;
  }
`;

export const Own = styled.div`
  display: grid;
  gap: var(--s4);
  @media (min-width: 30em) {
    grid-template-columns: repeat(2, minmax(0, 1fr));
    align-items: end;
  }
`;

const MOST_SUGGESTIONS = 3;
const shownByChoice = Array.from(
  { length: MOST_SUGGESTIONS },
  (_, place) => `fieldset:has([data-energy='${place}']:checked) ~ div > &[data-place='${place}'] { display: block; }`,
).join('\n');

export const ForEnergy = styled.div`
  display: none;
  &[data-chosen] {
    display: block;
  }
  /* The checked radio button knows best: also without JavaScript, and when a browser restores a form. */
  fieldset:has([data-energy]:checked) ~ div > & {
    display: none;
  }
  ${shownByChoice}
`;
