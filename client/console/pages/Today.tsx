import type { ConsolePage } from '../consolePage.ts';
import { useWords } from '../words.ts';

/** What needs somebody, the money of the day, and what goes on. */
export const todayPage: ConsolePage = {
  path: '/',
  tab: 'today',
  show: async () => ({ title: 'frame.nav.today', content: <TodayView /> }),
};

function TodayView() {
  const { say } = useWords();
  return <h1>{say('frame.nav.today')}</h1>;
}
