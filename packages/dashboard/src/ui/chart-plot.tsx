import type { EpochMs } from '@replywright/contract/time.ts'
import { type PointerEvent, type ReactNode, useRef } from 'react'
import classes from './chart.module.css'
import { timeTicks, valueText, valueTicks } from './chart-scale.ts'
import { type ChartData, colorOf, highestValue, stackedBars, unbrokenParts } from './chart-shapes.ts'

/** Pixels. */
const TOP = 8
const BOTTOM = 22
const RIGHT = 8
const DIGIT = 6.6
const TIME_LABEL = 64
/** The share of a period's width that its bar takes. */
const BAR = 0.72

/** The drawing of a chart: axes, bars or lines, and the cursor with its readout. */
export function ChartPlot({
  kind,
  series,
  times,
  period,
  unit,
  width,
  height,
  highest,
  cursor,
  onCursor,
  readout,
}: ChartData & {
  readonly period: number
  readonly width: number
  readonly height: number
  readonly highest: number | undefined
  readonly cursor: number | null
  readonly onCursor: (index: number | null) => void
  readonly readout: (index: number) => ReactNode
}) {
  const drawing = useRef<SVGSVGElement>(null)
  const ticks = valueTicks(Math.max(highest ?? 0, highestValue(series, kind === 'bars')), unit, height < 100 ? 2 : 4)
  const top = ticks.at(-1) ?? 1
  const left = Math.max(...ticks.map((tick) => valueText(tick, unit).length)) * DIGIT + 10
  const plot = { width: Math.max(1, width - left - RIGHT), height: height - TOP - BOTTOM }
  const from = times[0] ?? 0
  // Bars fill their period. Lines go from the first point to the last.
  const to = (times.at(-1) ?? from) + (kind === 'bars' ? period : 0)
  const x = (time: EpochMs) => left + (to === from ? 0.5 : (time - from) / (to - from)) * plot.width
  const y = (value: number) => TOP + plot.height * (1 - value / top)
  const slot = (plot.width * period) / Math.max(period, to - from)
  const center = (index: number) => x(times[index] ?? from) + (kind === 'bars' ? slot / 2 : 0)

  const point = (event: PointerEvent) => {
    const box = drawing.current?.getBoundingClientRect()
    if (!box) return
    const at = event.clientX - box.left
    const distances = times.map((_, index) => Math.abs(center(index) - at))
    onCursor(distances.indexOf(Math.min(...distances)))
  }
  return (
    <>
      <svg
        ref={drawing}
        className={classes.drawing}
        width={width}
        height={height}
        aria-hidden
        onPointerMove={point}
        onPointerDown={point}
        onPointerLeave={() => onCursor(null)}
      >
        {ticks.map((tick) => (
          <g key={tick}>
            <line className={classes.grid} x1={left} x2={width - RIGHT} y1={y(tick)} y2={y(tick)} />
            <text className={classes.tick} x={left - 6} y={y(tick)} dy="0.32em" textAnchor="end">
              {valueText(tick, unit)}
            </text>
          </g>
        ))}
        {timeTicks(from, to, Math.max(2, Math.floor(plot.width / TIME_LABEL))).map(({ at, text }) => (
          <g key={at}>
            <line className={classes.mark} x1={x(at)} x2={x(at)} y1={y(0)} y2={y(0) + 4} />
            <text className={classes.tick} x={x(at)} y={height - 4} textAnchor={anchor(x(at), left, width)}>
              {text}
            </text>
          </g>
        ))}
        {series.every(({ values }) => !values.some((value) => (kind === 'bars' ? value : value !== null))) && (
          <text className={classes.tick} x={left + plot.width / 2} y={TOP + plot.height / 2} textAnchor="middle">
            {kind === 'bars' ? 'None in this period' : 'No data'}
          </text>
        )}
        {cursor !== null && kind === 'bars' && (
          <rect className={classes.band} x={center(cursor) - slot / 2} width={slot} y={TOP} height={plot.height} />
        )}
        {cursor !== null && kind === 'lines' && (
          <line className={classes.cursor} x1={center(cursor)} x2={center(cursor)} y1={TOP} y2={y(0)} />
        )}
        {kind === 'bars' &&
          stackedBars(series, { highest: top, height: plot.height }).map(({ series: at, index, bottom, height }) => (
            <rect
              key={`${at}-${index}`}
              className={classes.bar}
              style={colorOf(series[at]?.color)}
              x={center(index) - (slot * BAR) / 2}
              width={Math.max(1, slot * BAR)}
              y={y(0) - bottom - height}
              height={height}
            />
          ))}
        {kind === 'lines' &&
          series.map(({ label, color, values }, at) => (
            <g key={label} style={colorOf(color)}>
              {unbrokenParts(values).map((part) => {
                const points = part.map(([index, value]) => `${center(index)},${y(value)}`)
                const [first, last] = [part[0]?.[0] ?? 0, part.at(-1)?.[0] ?? 0]
                return part.length === 1 ? (
                  <circle key={first} className={classes.dot} cx={center(first)} cy={y(part[0]?.[1] ?? 0)} r={2} />
                ) : (
                  <g key={first}>
                    {series.length === 1 && (
                      <polygon
                        className={classes.area}
                        points={`${center(first)},${y(0)} ${points.join(' ')} ${center(last)},${y(0)}`}
                      />
                    )}
                    <polyline className={classes.line} data-line={at} points={points.join(' ')} />
                  </g>
                )
              })}
              {cursor !== null && typeof values[cursor] === 'number' && (
                <circle className={classes.dot} cx={center(cursor)} cy={y(values[cursor])} r={3.5} />
              )}
            </g>
          ))}
      </svg>
      {cursor !== null && (
        <div
          className={classes.readout}
          aria-hidden
          // On the side of the cursor that has more room.
          style={center(cursor) > width / 2 ? { right: width - center(cursor) + 10 } : { left: center(cursor) + 10 }}
        >
          {readout(cursor)}
        </div>
      )}
    </>
  )
}

/** Keeps the first and the last label inside the drawing. */
function anchor(x: number, left: number, width: number): 'start' | 'middle' | 'end' {
  if (x > width - 24) return 'end'
  return x < left + 8 ? 'start' : 'middle'
}
