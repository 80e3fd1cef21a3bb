import { createGlobalStyle } from 'styled-components';
import { BLOCKS } from './blocks.ts';
import { FRAME } from './frame.ts';
import { PARTS } from './parts.ts';

/** Styles of the console. The colours are the CSS variables of the drivers' pages. */
export const ConsoleStyle = createGlobalStyle`${PARTS}${FRAME}${BLOCKS}`;
