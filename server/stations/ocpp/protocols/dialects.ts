import type { Protocol } from '../chargePoints/versions.ts';
import type { Dialect, DialectDependencies } from './dialect.ts';
import { createDialect2 } from './dialect2.ts';
import { createDialect16 } from './dialect16.ts';

export function createDialects(dependencies: DialectDependencies): Readonly<Record<Protocol, Dialect>> {
  const dialect2 = createDialect2(dependencies);
  return { 'ocpp1.6': createDialect16(dependencies), 'ocpp2.0.1': dialect2, 'ocpp2.1': dialect2 };
}
