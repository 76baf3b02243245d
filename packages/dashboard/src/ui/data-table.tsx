import { VisuallyHidden } from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import type { ComponentProps, ReactNode } from 'react'
import classes from './data-table.module.css'
import { Hint } from './text.tsx'

export interface Column<Row> {
  readonly title: string
  readonly render: (row: Row) => ReactNode
  /** For numbers. @default start */
  readonly align?: 'end'
  /** Hides the column title when rows are shown as cards, for example for names and buttons. */
  readonly unlabelled?: boolean
  /** Shows the column title to screen readers only. */
  readonly isTitleHidden?: boolean
  /** The whole text of a cell that may be cut off. */
  readonly tooltip?: (row: Row) => string
  readonly className?: string | undefined
}

interface RowAnchorProps extends Omit<ComponentProps<'a'>, 'children'> {
  readonly label: ReactNode
  /** Stands below the label. */
  readonly hint?: ReactNode
}

/** A link that makes its whole row clickable. */
export const RowLink = createLink(({ label, hint, className = '', ...props }: RowAnchorProps) => (
  <div>
    <a {...props} className={`row-link ${className}`}>
      {label}
    </a>
    {hint && (
      <Hint lineClamp={2} title={typeof hint === 'string' ? hint : undefined}>
        {hint}
      </Hint>
    )}
  </div>
))

/** Returns the column of the buttons of a row. */
export function actions<Row>(render: (row: Row) => ReactNode): Column<Row> {
  return { title: 'Actions', align: 'end', unlabelled: true, render }
}

/** Explicit roles, because some browsers drop them when a table is laid out as cards. */
const ROLES = {
  table: { role: 'table' },
  rows: { role: 'rowgroup' },
  row: { role: 'row' },
  heading: { role: 'columnheader' },
  cell: { role: 'cell' },
} as const

/**
 * A table. On narrow screens each row is a card. A `RowLink` makes its whole row clickable. `className`
 * replaces the usual layout.
 */
export function DataTable<Row>({
  label,
  columns,
  rows,
  rowKey,
  isSelected = () => false,
  className = classes.standard,
}: {
  /** The name of the table, such as `Deliveries`. */
  readonly label: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly rowKey: (row: Row) => string
  readonly isSelected?: (row: Row) => boolean
  readonly className?: string | undefined
}) {
  return (
    <div className={classes.box}>
      <VisuallyHidden role="status">
        {label}: {rows.length} shown
      </VisuallyHidden>
      <table className={`${classes.table} ${className}`} {...ROLES.table} aria-label={label}>
        <thead {...ROLES.rows}>
          <tr {...ROLES.row}>
            {columns.map(({ title, align, isTitleHidden, className }) => (
              <th key={title} className={className} {...ROLES.heading} scope="col" data-align={align}>
                {isTitleHidden ? <VisuallyHidden>{title}</VisuallyHidden> : title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody {...ROLES.rows} ref={passTimeClicks}>
          {rows.map((row) => (
            <tr key={rowKey(row)} {...ROLES.row} data-selected={isSelected(row) || undefined}>
              {columns.map(({ title, render, align, unlabelled, tooltip, className }) => (
                <td
                  key={title}
                  className={className}
                  {...ROLES.cell}
                  title={tooltip?.(row)}
                  data-label={unlabelled ? undefined : title}
                  data-align={align}
                >
                  {render(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Passes clicks at a time, which lies above its row's link for its tooltip, to that link. */
function passTimeClicks(body: HTMLElement | null): (() => void) | undefined {
  if (!body) return
  const pass = (event: MouseEvent) => {
    const time = event.target instanceof Element ? event.target.closest('time') : null
    time?.closest('tr')?.querySelector('.row-link')?.dispatchEvent(new MouseEvent('click', event))
  }
  body.addEventListener('click', pass)
  return () => body.removeEventListener('click', pass)
}
