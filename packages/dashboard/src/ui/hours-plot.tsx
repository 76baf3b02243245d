import 'uplot/dist/uPlot.min.css'
import { useComputedColorScheme } from '@mantine/core'
import { useEffect, useRef } from 'react'
import UPlot from 'uplot'

/** What happened in one hour. */
export interface Hour {
  readonly delivered: number
  readonly failed: number
}

/** Bars of hours, what failed at their foot. As wide as its place. */
export function HoursPlot({ hours, height }: { readonly hours: readonly Hour[]; readonly height: number }) {
  const place = useRef<HTMLDivElement>(null)
  const plot = useRef<UPlot>(undefined)
  const scheme = useComputedColorScheme('light')
  useEffect(() => {
    const target = place.current
    if (!target) return
    const drawn = new UPlot(optionsFor(target.clientWidth, height, scheme), [[], [], []], target)
    plot.current = drawn
    const resizing = new ResizeObserver(() => drawn.setSize({ width: target.clientWidth, height }))
    resizing.observe(target)
    return () => {
      resizing.disconnect()
      drawn.destroy()
    }
  }, [height, scheme])
  // Without a list of what it depends on: a plot that was just made needs its data too.
  useEffect(() =>
    plot.current?.setData([
      hours.map((_, index) => index),
      hours.map(({ delivered, failed }) => delivered + failed),
      hours.map(({ failed }) => failed),
    ]),
  )
  return <div ref={place} style={{ height }} />
}

const COLOURS = {
  light: { good: '#51a869', bad: '#d6463f' },
  dark: { good: '#3f9156', bad: '#f0716b' },
} as const

function optionsFor(width: number, height: number, scheme: keyof typeof COLOURS): UPlot.Options {
  const bars = UPlot.paths.bars?.({ size: [0.7, 40] })
  const series = (fill: string) => ({ fill, width: 0, points: { show: false }, ...(bars && { paths: bars }) })
  return {
    width,
    height,
    padding: [2, 0, 0, 0],
    cursor: { show: false },
    legend: { show: false },
    axes: [{ show: false }, { show: false }],
    scales: {
      x: { time: false, range: (_, min, max) => [min - 0.5, max + 0.5] },
      y: { range: (_, __, max) => [0, Math.max(1, max)] },
    },
    series: [{}, series(COLOURS[scheme].good), series(COLOURS[scheme].bad)],
  }
}
