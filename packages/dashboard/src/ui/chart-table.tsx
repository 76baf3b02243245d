import classes from './chart.module.css'
import type { ChartSeries } from './chart-shapes.ts'
import { focusable } from './focusable.ts'

/** The values of a chart as a table, newest first. */
export function ChartTable({
  label,
  series,
  length,
  time,
  value,
  height,
}: {
  readonly label: string
  readonly series: readonly ChartSeries[]
  readonly length: number
  readonly time: (index: number) => string
  readonly value: (index: number, series: ChartSeries) => string
  readonly height: number
}) {
  return (
    <div className={classes.scroll} style={{ height }} {...focusable(label)}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">Time</th>
            {series.map((each) => (
              <th key={each.label} scope="col">
                {each.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {Array.from({ length }, (_, index) => length - 1 - index).map((index) => (
            <tr key={index}>
              <th scope="row">{time(index)}</th>
              {series.map((each) => (
                <td key={each.label}>{value(index, each)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
