import type { Session } from '../../../shared/charging/session.ts';
import { CLIENT, evseOf } from '../../support/manyPoints.ts';
import type { Driver } from './drivers.ts';
import { type Finding, finding, listed } from './findings.ts';

const PAGES_A_SECOND = 6;
const HEADERS = { Accept: 'text/html', 'User-Agent': 'Mozilla/5.0 Firefox/140.0' };

/** Loads pages of the app at regular intervals until the signal is aborted. */
export async function browse(origin: string, over: AbortSignal): Promise<Finding> {
  const failed: string[] = [];
  const visits: Promise<void>[] = [];
  for (let n = 0; !over.aborted; n++) {
    const page = n % 3 === 0 ? `/en/${CLIENT}` : `/en/${CLIENT}/evse/${encodeURIComponent(evseOf(n % 10))}`;
    const visitPage = async () => {
      const answer = await fetch(origin + page, { headers: HEADERS }).catch(() => null);
      const html = (await answer?.text().catch(() => null)) ?? '';
      if (answer?.status !== 200 || !html.includes('</html>')) failed.push(`${page} ${answer?.status ?? 'cut'}`);
    };
    visits.push(visitPage());
    await new Promise(resolve => setTimeout(resolve, 1000 / PAGES_A_SECOND));
  }
  await Promise.all(visits);
  return finding('Every page is shown whole', failed.length > 0 ? listed(failed) : `${visits.length} pages`, failed.length === 0);
}

export interface Stream {
  /** Returns the latest session state that the stream has sent; null if none was sent. */
  last(): Session | null;
  /** Returns how many times the stream has been opened. */
  opened(): number;
}

const AGAIN_MS = 300;

/** Follows the live updates of a session, as the session page does. Reconnects when the stream ends. */
export function follow(origin: string, { sessionId }: Driver, over: AbortSignal): Stream {
  let [last, opened] = [null as Session | null, 0];
  const read = async () => {
    const answer = await fetch(`${origin}/api/sessions/${sessionId}/events`, { signal: over });
    if (!answer.ok || !answer.body) return;
    opened++;
    let text = '';
    for await (const bytes of answer.body.pipeThrough(new TextDecoderStream())) {
      text += bytes;
      const events = text.split('\n\n');
      text = events.pop() ?? '';
      for (const event of events) {
        const data = /^data: (.*)$/m.exec(event)?.[1];
        if (data) last = JSON.parse(data) as Session;
      }
    }
  };
  const goOn = async () => {
    while (!over.aborted) {
      await read().catch(() => undefined);
      await new Promise(resolve => setTimeout(resolve, AGAIN_MS));
    }
  };
  void goOn();
  return { last: () => last, opened: () => opened };
}
