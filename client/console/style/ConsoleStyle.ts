import { createGlobalStyle } from 'styled-components';
import { BLOCKS } from './blocks.ts';
import { CHARTS } from './charts.ts';
import { FRAME } from './frame.ts';
import { PARTS } from './parts.ts';
import { PRICES } from './prices.ts';

/** All styles of the console. Their colours are CSS variables, which the drivers' pages also use. */
export const ConsoleStyle = createGlobalStyle`${PARTS}${FRAME}${BLOCKS}${CHARTS}${PRICES}`;
