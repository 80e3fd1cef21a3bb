import { keyframes, styled } from 'styled-components';
import { Icon } from '../text/Icon.tsx';

const rotation = keyframes`
  to {
    transform: rotate(1turn);
  }
`;

/** Shows that work is in progress. The text beside the spinner names the work. */
export function Spinner() {
  return <Turning name="loader-circle" />;
}

const Turning = styled(Icon)`
  animation: ${rotation} 1.2s linear infinite;
`;
