import { fetchFormToken } from '../../../core/charging.ts';

/**
 * The form token of a page that came without one. The history entry stores the token: a driver who goes back from the payment page
 * sends the same order again. A page that is opened or reloaded gets a new token.
 */
export async function fetchPageToken(): Promise<string> {
  const state = window.history.state as { formToken?: string } | null;
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (state?.formToken !== undefined && navigation?.type === 'back_forward') return state.formToken;
  const formToken = await fetchFormToken();
  window.history.replaceState({ ...window.history.state, formToken }, '');
  return formToken;
}
