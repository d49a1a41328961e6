/** A cell is text, or text that is counted without its colours. */
export type Cell = string | { readonly text: string; readonly painted: string }

/**
 * Rows in columns, two blanks apart. `right` names the columns that are set flush right, such as counts; the last column is not
 * padded, so that no line ends in blanks.
 *
 * @example columns([['a', '1'], ['bcd', '20']], { right: [1] }) // ['a     1', 'bcd  20']
 */
export function columns(
  rows: readonly (readonly Cell[])[],
  { right = [] }: { readonly right?: readonly number[] } = {},
): readonly string[] {
  const widths: number[] = []
  for (const row of rows) {
    for (const [at, cell] of row.entries())
      widths[at] = Math.max(widths[at] ?? 0, plain(cell).length)
  }
  return rows.map((row) =>
    row
      .map((cell, at) => {
        const pad = ' '.repeat((widths[at] ?? 0) - plain(cell).length)
        if (right.includes(at)) return pad + painted(cell)
        return at === row.length - 1 ? painted(cell) : painted(cell) + pad
      })
      .join('  ')
      .trimEnd(),
  )
}

/** Text cut to a width, with an ellipsis where something was cut. */
export function cut(text: string, width: number): string {
  return text.length <= width ? text : `${text.slice(0, Math.max(0, width - 1))}…`
}

function plain(cell: Cell): string {
  return typeof cell === 'string' ? cell : cell.text
}

function painted(cell: Cell): string {
  return typeof cell === 'string' ? cell : cell.painted
}
