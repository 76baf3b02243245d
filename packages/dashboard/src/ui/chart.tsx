import { useElementSize } from '@mantine/hooks'
import { useId, useState } from 'react'
import classes from './chart.module.css'
import { ChartPlot } from './chart-plot.tsx'
import { periodOf, periodText, valueText } from './chart-scale.ts'
import { type ChartColor, type ChartData, type ChartSeries, colorOf, movedCursor } from './chart-shapes.ts'
import { focusable } from './focus.ts'

const HEIGHT = 180

/**
 * A chart over time with axes and a legend. Pointer and arrow keys move a cursor, whose values are shown and read out.
 * Null values are gaps. `label` is the name of the chart.
 */
export function Chart({
  kind,
  series,
  times,
  unit,
  label,
  height = HEIGHT,
  highest,
}: ChartData & {
  readonly label: string
  /** Pixels, without the legend. */
  readonly height?: number
  /** The smallest value at the top of the axis, for example 100 for percent. */
  readonly highest?: number
}) {
  const id = useId()
  const { ref: box, width: exactWidth } = useElementSize<HTMLDivElement>()
  const width = Math.floor(exactWidth)
  const [cursor, setCursor] = useState<number | null>(null)
  const [isTable, setTable] = useState(false)
  const period = periodOf(times)
  const time = (index: number) => periodText(times[index] ?? 0, period)
  const value = (index: number, { values }: ChartSeries) => {
    const found = values[index] ?? null
    return found === null ? 'No data' : valueText(found, unit)
  }
  const readout = (index: number) =>
    `${time(index)}: ${series.map((each) => `${each.label} ${value(index, each)}`).join(', ')}`
  const shown = cursor === null ? null : Math.min(cursor, times.length - 1)
  return (
    <figure className={classes.chart} aria-label={label}>
      <div ref={box} className={classes.body}>
        {isTable ? (
          <ChartTable label={label} series={series} length={times.length} time={time} value={value} height={height} />
        ) : (
          // A read-only slider: screen readers read its value text out after each key, and keep their own keys elsewhere.
          <div
            role="slider"
            aria-readonly
            aria-label={label}
            aria-valuemin={0}
            aria-valuemax={Math.max(0, times.length - 1)}
            aria-valuenow={shown ?? Math.max(0, times.length - 1)}
            aria-valuetext={times.length === 0 ? 'No data' : readout(shown ?? times.length - 1)}
            tabIndex={0}
            className={classes.plot}
            style={{ height }}
            onKeyDown={(event) => {
              if (event.altKey || event.ctrlKey || event.metaKey || times.length === 0) return
              const moved = movedCursor(event.key, shown, times.length)
              if (moved === undefined || (moved === null && shown === null)) return
              event.preventDefault()
              setCursor(moved)
            }}
            onBlur={() => setCursor(null)}
          >
            {width > 0 && times.length > 0 && (
              <ChartPlot
                {...{ kind, series, times, period, unit, width, height, highest, cursor: shown, onCursor: setCursor }}
                readout={(index) => (
                  <>
                    <strong>{time(index)}</strong>
                    {series.map((each, at) => (
                      <span key={each.label} className={classes.read}>
                        <Sign kind={kind} color={each.color} at={at} />
                        {each.label}
                        <b>{value(index, each)}</b>
                      </span>
                    ))}
                  </>
                )}
              />
            )}
          </div>
        )}
      </div>
      <div className={classes.foot}>
        <ul className={classes.legend}>
          {series.map((each, at) => (
            <li key={each.label}>
              <Sign kind={kind} color={each.color} at={at} />
              {each.label}
            </li>
          ))}
        </ul>
        <button type="button" className={classes.switch} aria-describedby={id} onClick={() => setTable(!isTable)}>
          {isTable ? 'Show as chart' : 'Show as table'}
        </button>
        <span id={id} hidden>
          {label}
        </span>
      </div>
    </figure>
  )
}

/** The colour of a series and, of lines, their dashes. */
function Sign({ kind, color, at }: { readonly kind: string; readonly color: ChartColor; readonly at: number }) {
  return (
    <svg aria-hidden className={classes.sign} style={colorOf(color)} width={14} height={10}>
      {kind === 'bars' ? (
        <rect className={classes.bar} x={2} width={10} height={10} rx={2} />
      ) : (
        <line className={classes.line} data-line={at} x2={14} y1={5} y2={5} />
      )}
    </svg>
  )
}

/** The values of a chart as a table, newest first. */
function ChartTable({
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
