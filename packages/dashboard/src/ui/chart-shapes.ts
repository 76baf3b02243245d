import type { Unit } from './chart-scale.ts'

/** What a chart shows. `times` has the start of each period. */
export interface ChartData {
  /** `bars` are stacked, the first series at the bottom. */
  readonly kind: 'bars' | 'lines'
  readonly series: readonly ChartSeries[]
  readonly times: readonly number[]
  readonly unit: Unit
}

/** A series of values, one for each time. Null means no data. */
export interface ChartSeries {
  readonly label: string
  readonly color: ChartColor
  readonly values: readonly (number | null)[]
}

export type ChartColor = 'accent' | 'good' | 'bad' | 'waiting' | 'neutral'

/** Returns the style of a drawing in a colour, which has one value for light and one for dark screens. */
export function colorOf(color: ChartColor = 'neutral') {
  return { color: `var(--chart-${color})` }
}

/** Maps values to pixels from the bottom. */
interface ValueScale {
  /** The value at the top. */
  readonly highest: number
  /** The height of the plot in pixels. */
  readonly height: number
}

/** The smallest height of a bar, so that one failure among thousands of deliveries is visible. */
const LEAST_BAR = 2

interface Bar {
  readonly series: number
  readonly index: number
  /** Pixels from the bottom of the plot. */
  readonly bottom: number
  readonly height: number
}

/** Stacks the series, the first at the bottom. Zero and no data have no bar. */
export function stackedBars(series: readonly Pick<ChartSeries, 'values'>[], { highest, height }: ValueScale): Bar[] {
  const length = series[0]?.values.length ?? 0
  return Array.from({ length }, (_, index) => index).flatMap((index) => {
    let bottom = 0
    return series.flatMap(({ values }, at) => {
      const value = values[index] ?? 0
      if (value <= 0) return []
      const bar = { series: at, index, bottom, height: Math.max(LEAST_BAR, (value / highest) * height) }
      bottom += bar.height
      return [bar]
    })
  })
}

/** Returns the highest value that a chart shows: of stacked bars their sum. */
export function highestValue(series: readonly Pick<ChartSeries, 'values'>[], isStacked: boolean): number {
  const length = series[0]?.values.length ?? 0
  const at = (index: number) => series.map(({ values }) => values[index] ?? 0)
  const tops = Array.from({ length }, (_, index) =>
    isStacked ? at(index).reduce((sum, value) => sum + value, 0) : Math.max(0, ...at(index)),
  )
  return Math.max(0, ...tops)
}

/** Splits a series at its gaps. Each part has its indexes and values. */
export function unbrokenParts(values: readonly (number | null)[]): (readonly [index: number, value: number])[][] {
  const parts: (readonly [number, number])[][] = []
  let isOpen = false
  for (const [index, value] of values.entries()) {
    if (value === null) isOpen = false
    else if (isOpen) parts.at(-1)?.push([index, value])
    else {
      parts.push([[index, value]])
      isOpen = true
    }
  }
  return parts
}

/** Returns the cursor after a key, or undefined if the key does not move it. Null means no cursor. */
export function movedCursor(key: string, cursor: number | null, length: number): number | null | undefined {
  const last = length - 1
  const to = (index: number) => Math.min(last, Math.max(0, index))
  switch (key) {
    case 'ArrowLeft':
    case 'ArrowDown':
      return to((cursor ?? length) - 1)
    case 'ArrowRight':
    case 'ArrowUp':
      return to((cursor ?? last) + 1)
    case 'PageDown':
      return to((cursor ?? last) - Math.ceil(length / 10))
    case 'PageUp':
      return to((cursor ?? last) + Math.ceil(length / 10))
    case 'Home':
      return 0
    case 'End':
      return last
    case 'Escape':
      return null
    default:
      return undefined
  }
}
