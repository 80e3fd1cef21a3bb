import { styled } from 'styled-components';

/** An icon with the size of a touch target. Screen readers read the name inside. */
export const IconButton = styled.button`
  flex: none;
  display: grid;
  place-items: center;
  width: 48px;
  height: 48px;
  padding: 0;
  border: 0;
  border-radius: var(--radius);
  background: none;
  color: inherit;
  cursor: pointer;
  &:hover {
    background: var(--surface);
  }
`;
