import { styled } from 'styled-components';

/** A button that shows only an icon and is as large as a touch target. Its child is the button's name for screen readers. */
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
