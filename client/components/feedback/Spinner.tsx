import { keyframes, styled } from 'styled-components';
import { Icon } from '../text/Icon.tsx';

const rotation = keyframes`
  to {
    transform: rotate(1turn);
  }
`;

/** A turning icon beside a text that says what is in progress. */
export function Spinner() {
  return <Turning name="loader-circle" />;
}

const Turning = styled(Icon)`
  animation: ${rotation} 1.2s linear infinite;
`;
