import { styled } from 'styled-components';

const GAPS = [1, 2, 3, 4, 5, 6] as const;
const DEFAULT_GAP = 4;

type Gap = (typeof GAPS)[number];

interface Gaps {
  $gap?: Gap;
  'data-gap'?: Gap;
}

/** Children below each other with one distance between them: components have no outer margin of their own. */
export const Stack = styled.div.attrs<Gaps>(({ $gap = DEFAULT_GAP }) => ({ 'data-gap': $gap }))`
  ${GAPS.map(gap => `&:where([data-gap='${gap}']) > * + * { margin-top: var(--s${gap}); }`).join('\n')}
`;
