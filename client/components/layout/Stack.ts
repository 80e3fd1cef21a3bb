import { styled } from 'styled-components';

/** Children in one column with equal distances. Components have no outer margin of their own. */
export const Stack = styled.div<{ $gap?: 1 | 2 | 3 | 4 | 5 | 6 }>`
  > * + * {
    margin-top: var(--s${({ $gap = 4 }) => $gap});
  }
`;
