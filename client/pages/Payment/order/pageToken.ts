import { fetchFormToken } from '../../../core/charging.ts';

/**
 * Fetches a form token for a page that came without one, and stores it in the history entry. If the driver goes back from the
 * payment provider's page, the same token sends the same order again. A page that is opened anew or reloaded gets another token.
 */
export async function fetchPageToken(): Promise<string> {
  const state = window.history.state as { formToken?: string } | null;
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (state?.formToken !== undefined && navigation?.type === 'back_forward') return state.formToken;
  const formToken = await fetchFormToken();
  window.history.replaceState({ ...window.history.state, formToken }, '');
  return formToken;
}
