import type { OcppVersion } from './station.ts';

export const VERSIONS = ['1.6', '2.0.1', '2.1'] as const satisfies readonly OcppVersion[];
