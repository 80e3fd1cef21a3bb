import type { ConsolePage } from './consolePage.ts';
import { menuPage } from './pages/Menu.tsx';
import { todayPage } from './pages/Today.tsx';

/** Every page of the console; more particular addresses first. */
export const CONSOLE_PAGES: readonly ConsolePage[] = [todayPage, menuPage];
