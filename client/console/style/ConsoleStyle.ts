import { createGlobalStyle } from 'styled-components';
import { BLOCKS } from './blocks.ts';
import { FRAME } from './frame.ts';
import { PARTS } from './parts.ts';

/** Beside the tokens and the base of drivers' pages: no colours of its own. */
export const ConsoleStyle = createGlobalStyle`${PARTS}${FRAME}${BLOCKS}`;
