import { AFTER } from './design.ts'
import { cellsFor, type Use, usesOf } from './model.ts'
import { monthOf } from './month.ts'
import type { Quota } from './quotas.ts'
import { workloadAt } from './workload.ts'

/** The sizes of docs/scale.md, in customer messages a second. */
const SIZES = [100, 1000, 10_000] as const

/** Returns the cells with AWS's defaults, and with every quota raised that can be raised. */
export function cellsOf(uses: readonly Use[]) {
  return {
    'with the defaults': cellsFor(uses, ({ raise }) => raise !== 'setting'),
    'with all raised': cellsFor(uses, ({ raise }) => raise === 'no'),
  }
}

/** Returns the tables of docs/scale.md in Markdown: the use of each quota, and cells and USD a month. */
export function pageTables(): {
  readonly uses: string
  readonly totals: string
  readonly ways: string
} {
  const columns = SIZES.map((rate) => {
    const workload = workloadAt(rate)
    const uses = usesOf(workload, AFTER)
    return { uses, cells: cellsOf(uses), month: monthOf(workload, AFTER) }
  })
  const [first, , largest] = columns
  if (!first || !largest) throw new Error('There are no sizes')
  const heads = SIZES.map((rate) => `${formatted(rate)} a second`)
  const shareOf = (uses: readonly Use[], { id }: Quota) => uses.find(({ quota }) => quota.id === id)?.share ?? 0
  return {
    uses: markdownTable(
      ['', 'default', ...heads],
      largest.uses.map(({ quota }) => [
        quota.name,
        formatted(quota.value),
        ...columns.map(({ uses }) => percent(shareOf(uses, quota))),
      ]),
    ),
    totals: markdownTable(
      ['', ...heads],
      [
        ...(['with the defaults', 'with all raised'] as const).flatMap((which) => [
          [`cells ${which}`, ...columns.map(({ cells }) => formatted(cells[which].count))],
          ['… bound by', ...columns.map(({ cells }) => cells[which].boundBy)],
        ]),
        ...Object.keys(first.month).map((part) => [
          `USD a month: ${part}`,
          ...columns.map(({ month }) => formatted(month[part] ?? 0)),
        ]),
      ],
    ),
    ways: markdownTable(
      ['Limit', 'How it is raised, or passed'],
      largest.uses.map(({ quota }) => [quota.name, quota.how]),
    ),
  }
}

export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line)].join('\n')
}

/** Returns a number with two significant digits, or whole if it is larger than 1,000. */
export function formatted(amount: number): string {
  const rounded = amount >= 1000 ? Math.round(amount) : Number(amount.toPrecision(2))
  return rounded.toLocaleString('en-US')
}

export function percent(share: number): string {
  return share < 0.005 ? '< 1 %' : `${Math.round(share * 100).toLocaleString('en-US')} %`
}
