import type { ReactNode } from 'react';
import { type TextKey, useWords } from '../core/translations.ts';

interface Head {
  text: TextKey;
  /** Amounts stand at the right. */
  isFigure?: boolean;
}

export function BoardHead({ columns }: { columns: readonly Head[] }) {
  const { t } = useWords();
  return (
    <thead>
      <tr>
        {columns.map(({ text, isFigure }) => (
          <th key={text} scope="col" className={isFigure ? 'r' : undefined}>
            {t(text)}
          </th>
        ))}
      </tr>
    </thead>
  );
}

export interface Column<Line> extends Head {
  /**
   * Classes of its cells: with `lab` they say their column's name on a phone, `wide-s` has a line of its own there, `hide-s` none.
   * Missing: what is in them names the line.
   */
  className?: 'r lab' | 'r lab wide-s' | 'lab wide-s' | 'mono lab' | 'wide-s' | 'hide-s';
  cell(line: Line): ReactNode;
}

interface BoardProps<Line> {
  columns: readonly Column<Line>[];
  lines: readonly Line[];
  keyOf(line: Line): string;
  /** Whether it needs somebody. */
  rowOf?(line: Line): string | undefined;
}

/** Lines in columns; on a phone each line is folded. */
export function Board<Line>({ columns, lines, keyOf, rowOf }: BoardProps<Line>) {
  const { t } = useWords();
  return (
    <table className="board board--fold">
      <BoardHead columns={columns} />
      <tbody>
        {lines.map(line => (
          <tr key={keyOf(line)} className={rowOf?.(line)}>
            {columns.map(({ text, className, cell }) => (
              <td key={text} className={className} data-label={className && t(text)}>
                {cell(line)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
