import { describe, expect, it } from '@jest/globals';
import { createLog } from '../../server/http/request/log.ts';

describe('A bug in the log', () => {
  const logged = (error: unknown): Record<string, unknown> => {
    const lines: string[] = [];
    createLog({ level: 'info', destination: { write: line => void lines.push(line) } }).bug(error);
    expect(lines).toHaveLength(1);
    return JSON.parse(lines[0]!) as Record<string, unknown>;
  };

  it('says what went wrong and where', () => {
    const { msg, level, error } = logged(new TypeError('An order has lost its payment'));
    expect([msg, level]).toEqual(['bug', 50]);
    expect(error).toMatchObject({ type: 'TypeError', message: 'An order has lost its payment' });
    expect((error as { stack: string }).stack).toContain('log.test.ts');
  });

  it('keeps to itself what a parser quotes from a body', () => {
    const parsed = Object.assign(new Error('Unexpected token in "firstName=Lovelace"'), {
      status: 400,
      body: 'firstName=Lovelace',
    });
    expect(JSON.stringify(logged(parsed))).not.toContain('Lovelace');
    const syntax = (() => {
      try {
        return JSON.parse('{"firstName": Lovelace}') as unknown;
      } catch (error) {
        return error;
      }
    })();
    expect(JSON.stringify(logged(syntax))).not.toContain('Lovelace');
    expect(JSON.stringify(logged({ firstName: 'Lovelace' }))).not.toContain('Lovelace');
    expect(JSON.stringify(logged('Lovelace'))).not.toContain('Lovelace');
  });
});
