import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { LRUCache } from 'lru-cache';
import { getOrMake } from '../../shared/util/getOrMake.ts';

interface SourceMap {
  sources: readonly string[];
  mappings: string;
}

const SOURCE_POSITION = /(file:\/\/[^\s()]+\.mjs):(\d+):(\d+)/g;
/** Resolved positions are cached, so that a repeated error is cheap. */
const MAX_POSITIONS = 1000;
const known = new LRUCache<string, string>({ max: MAX_POSITIONS });

/**
 * Replaces positions in built files by positions in the source files in a stack trace. Node.js has this feature, but needs 100
 * MB of memory for it. This function loads the source map only to print an error.
 */
export function asWritten(trace: string): string {
  try {
    return mapTrace(trace);
  } catch {
    // The source map may be incomplete or unreadable. The error must be printed even then.
    return trace;
  }
}

function mapTrace(trace: string): string {
  const maps = new Map<string, SourceMap | null>();
  return trace.replace(SOURCE_POSITION, (built, url: string, line: string, column: string) =>
    getOrMake(known, built, () => written(mapOf(url, maps), Number(line) - 1, Number(column) - 1) ?? built),
  );
}

function mapOf(url: string, maps: Map<string, SourceMap | null>): SourceMap | null {
  const file = `${fileURLToPath(url)}.map`;
  return getOrMake(maps, file, () => (existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as SourceMap) : null));
}

/**
 * Finds a position in the source files. `line` and `column` count from 0, as in the source map.
 * @returns for example 'server/main.ts:12:3'; null if the source map does not contain the position
 */
function written(map: SourceMap | null, line: number, column: number): string | null {
  if (!map) return null;
  let found: readonly number[] | null = null;
  readMappings(map.mappings, (at, segment) => {
    if (at > line) return true;
    if (at === line && (segment[0] ?? 0) <= column) found = segment.slice(1);
    return false;
  });
  const [source, sourceLine, sourceColumn] = found ?? [];
  const file = map.sources[source ?? -1];
  if (file === undefined || sourceLine === undefined || sourceColumn === undefined) return null;
  return `${file.replace(/^(\.\.\/)+/, '')}:${sourceLine + 1}:${sourceColumn + 1}`;
}

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const MORE = 32;

/**
 * Decodes the mappings of a source map and calls `report` for each segment until it returns true. A segment contains the column
 * in the built file, then source file, line and column in the sources, all counted from 0. The encoding is base64 VLQ: each
 * number is the difference from the previous segment, with five bits per digit, least significant digit first. The lowest bit of
 * a number is its sign.
 */
function readMappings(mappings: string, report: (line: number, segment: readonly number[]) => boolean): void {
  const segment = [0, 0, 0, 0, 0];
  let [line, field, value, shift] = [0, 0, 0, 0];
  for (const sign of `${mappings};`) {
    if (sign === ',' || sign === ';') {
      if (field > 0 && report(line, segment)) return;
      field = 0;
      if (sign === ';') {
        line++;
        segment[0] = 0;
      }
      continue;
    }
    const digit = DIGITS.indexOf(sign);
    value += (digit % MORE) << shift;
    shift += 5;
    if (digit >= MORE) continue;
    segment[field] = (segment[field] ?? 0) + (value & 1 ? -(value >> 1) : value >> 1);
    [field, value, shift] = [field + 1, 0, 0];
  }
}
