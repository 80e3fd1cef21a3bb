import type { ReactNode } from 'react';
import { type TextKey, useWords } from '../core/translations.ts';
import { Folded } from './Folded.tsx';

interface Head {
  text: TextKey;
  /** True: the column contains figures, so it is right-aligned. */
  isFigure?: boolean;
  className?: string;
}

export function BoardHead({ columns }: { columns: readonly Head[] }) {
  const { t } = useWords();
  return (
    <thead>
      <tr>
        {columns.map(column => (
          <th key={column.text} scope="col" className={headClass(column)}>
            {t(column.text)}
          </th>
        ))}
      </tr>
    </thead>
  );
}

/** Returns the classes that a heading has in common with the cells of its column. */
const headClass = ({ isFigure, className = '' }: Head): string | undefined =>
  [isFigure && 'r', className.includes('hide-s') && 'hide-s'].filter(Boolean).join(' ') || undefined;

export interface Column<Line> extends Head {
  /**
   * Classes of a cell on phones. 'lab': the name of the column is shown. 'wide-s': the cell takes a whole line. 'hide-s': the
   * cell is hidden. Undefined: the cell identifies the row.
   */
  className?: 'r' | 'r lab' | 'r lab wide-s' | 'lab wide-s' | 'mono lab' | 'wide-s' | 'hide-s' | 'r hide-s';
  /** In a slim table, a hidden cell stands below the first cell of its row on phones if this returns true. */
  isUnder?(line: Line): boolean;
  cell(line: Line): ReactNode;
}

interface BoardProps<Line> {
  columns: readonly Column<Line>[];
  lines: readonly Line[];
  keyOf(line: Line): string;
  /** Returns the class of a table row that needs attention. Undefined: the row needs none. */
  rowOf?(line: Line): string | undefined;
  /** True: on phones, the table stays a table with its first column and the columns that are not hidden. */
  isSlim?: boolean;
}

/** A table. On phones, each row is shown as a block, unless the table is slim. */
export function Board<Line>({ columns, lines, keyOf, rowOf, isSlim = false }: BoardProps<Line>) {
  const { t } = useWords();
  return (
    <table className={isSlim ? 'board board--slim' : 'board board--fold'}>
      <BoardHead columns={columns} />
      <tbody>
        {lines.map(line => (
          <tr key={keyOf(line)} className={rowOf?.(line)}>
            {columns.map(({ text, className, cell }, place) => (
              <td key={text} className={className} data-label={isSlim ? undefined : className && t(text)}>
                {cell(line)}
                {place === 0 &&
                  columns
                    .filter(({ isUnder }) => isUnder?.(line))
                    .map(column => (
                      <div key={column.text} className="under">
                        {column.cell(line)}
                      </div>
                    ))}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface FoldedBoardProps<Line> extends BoardProps<Line> {
  /** Number of rows that are shown at once, besides the rows that need attention. */
  limit: number;
  /** Text with the number of folded rows. */
  more: TextKey;
}

/** A table whose later rows are folded, unless they need attention. */
export function FoldedBoard<Line>({ limit, more, ...board }: FoldedBoardProps<Line>) {
  const { t } = useWords();
  const { lines, rowOf } = board;
  const isShown = (line: Line, index: number): boolean => index < limit || rowOf?.(line) === 'is-warn';
  const folded = lines.filter((line, index) => !isShown(line, index));
  return (
    <>
      <Board {...board} lines={lines.filter(isShown)} />
      {folded.length > 0 && (
        <Folded text={t(more, { count: folded.length })}>
          <Board {...board} lines={folded} />
        </Folded>
      )}
    </>
  );
}
