import { styled } from 'styled-components';

/** Lays out its children in one column with equal distances, because components have no outer margin. */
export const Stack = styled.div<{ $gap?: 1 | 2 | 3 | 4 | 5 | 6 }>`
  > * + * {
    margin-top: var(--s${({ $gap = 4 }) => $gap});
  }
`;
