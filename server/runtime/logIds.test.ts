import type { AuditFacts } from '../store/jobs/audit.ts';
import { withoutKeys } from './logIds.ts';

test('what opens a session, an order or a payment stands in the log as a fingerprint, the same one each time', () => {
  const lines: [string, AuditFacts][] = [];
  const note = withoutKeys((event, facts) => void lines.push([event, facts]));
  const id = 'Zm9vYmFyLWJhei1xdXV4_w';
  note('first', { session: id, order: id, payment: id, subject: id, client: 'blaufink', attempts: 3 });
  note('second', { payment: id });
  const [[, first] = ['', {}], [, second] = ['', {}]] = lines;
  expect(first).toMatchObject({ client: 'blaufink', attempts: 3 });
  expect(JSON.stringify(lines)).not.toContain(id);
  expect(first.payment).toMatch(/^[0-9a-f]{8}$/);
  expect(second.payment).toBe(first.payment);
});
