/**
 * Parses an environment file as systemd does (systemd.exec(5), `EnvironmentFile=`). Lines that begin with # or ; are comments. A
 * value ends at the end of the line. Quotes of both kinds are removed. Outside single quotes, a backslash escapes the next
 * character. Variables are not expanded.
 */
export function readAsSystemd(text: string): Readonly<Record<string, string>> {
  const found: Record<string, string> = {};
  let rest = text;
  while (rest !== '') {
    const [line = ''] = /^[^\n]*\n?/.exec(rest) ?? [];
    const [, name = '', start = ''] = /^([^#;=\n][^=\n]*)=([ \t]*)/.exec(line) ?? [];
    if (name === '') {
      rest = rest.slice(line.length);
      continue;
    }
    const { value, length } = readValue(rest.slice(name.length + 1 + start.length));
    if (/^[A-Za-z_]\w*$/.test(name.trim())) found[name.trim()] = value;
    rest = rest.slice(name.length + 1 + start.length + length);
  }
  return found;
}

const PARTS = /'[^']*'|"(?:\\[\s\S]|[^"\\])*"|\\[\s\S]|[^'"\\\n]+/y;

function readValue(text: string): { value: string; length: number } {
  let value = '';
  let length = 0;
  for (;;) {
    PARTS.lastIndex = length;
    const [part] = PARTS.exec(text) ?? [];
    if (part === undefined) return { value, length: length + 1 };
    length += part.length;
    value += unquoted(part, /^\n?$/.test(text.slice(length, length + 1)));
  }
}

function unquoted(part: string, isLast: boolean): string {
  if (part.startsWith("'")) return part.slice(1, -1);
  if (part.startsWith('"'))
    return part
      .slice(1, -1)
      .replaceAll(/\\([`"$\\])/g, '$1')
      .replaceAll('\\\n', '');
  if (part.startsWith('\\')) return part === '\\\n' ? '' : part.slice(1);
  return isLast ? part.trimEnd() : part;
}
