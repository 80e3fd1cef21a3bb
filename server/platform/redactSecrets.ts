import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { LRUCache } from 'lru-cache';
import { getOrMake } from '../../shared/util/getOrMake.ts';

interface SourceMap {
  sources: readonly string[];
  mappings: string;
}

const SOURCE_POSITION = /(file:\/\/[^\s()]+\.mjs):(\d+):(\d+)/g;
/** An error that comes again and again is looked up once. */
const MAX_POSITIONS = 1000;
const known = new LRUCache<string, string>({ max: MAX_POSITIONS });

/**
 * A trace with the files and lines as they were written, where it names files of a build. Node would do that by itself, for 100 MB
 * of memory; here the map is read when an error is told, and let go.
 */
export function asWritten(trace: string): string {
  try {
    return mapTrace(trace);
  } catch {
    // A map that is half written, or a disk that fails: an error is told all the same.
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

/** 'server/main.ts:12:3'; null: the map does not know. Lines and columns count from 0, as in the map. */
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
 * Tells each segment of a line: column, source, line and column there, each from 0, until it is answered that this is enough. Written
 * as what is added to the segment before, in base64, five bits a digit, the least first, and of these the first is the sign.
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
