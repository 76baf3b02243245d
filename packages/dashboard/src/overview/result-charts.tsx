import type { Statistics } from '@messaging/contract/dashboard/statistics.ts'
import type { ComponentProps, ReactNode } from 'react'
import { Chart } from '../ui/chart.tsx'
import classes from './result-charts.module.css'
import { words } from './words.ts'

/** The results and the latency of a period over time. `withSuccess` adds the success rate, `children` more sections. */
export function ResultCharts({
  points,
  withSuccess,
  children,
}: Pick<Statistics, 'points'> & { readonly withSuccess?: boolean; readonly children?: ReactNode }) {
  const times = points.map(({ start }) => Date.parse(start))
  const valuesOf = (key: 'delivered' | 'failed' | 'pending' | 'p50' | 'p95') => points.map((point) => point[key])
  const { figures, charts } = words
  return (
    <div className={classes.charts}>
      <TitledChart
        kind="bars"
        unit="count"
        label={charts.results}
        times={times}
        series={[
          { label: figures.failed, color: 'bad', values: valuesOf('failed') },
          { label: figures.delivered, color: 'accent', values: valuesOf('delivered') },
          { label: figures.pending, color: 'neutral', values: valuesOf('pending') },
        ]}
      />
      <TitledChart
        kind="lines"
        unit="ms"
        label={charts.latency}
        times={times}
        series={[
          { label: figures.p50, color: 'accent', values: valuesOf('p50') },
          { label: figures.p95, color: 'waiting', values: valuesOf('p95') },
        ]}
      />
      {withSuccess && (
        <TitledChart
          kind="lines"
          unit="percent"
          label={charts.success}
          times={times}
          highest={100}
          series={[
            {
              label: figures.successRate,
              color: 'good',
              values: points.map(({ successRate }) => (successRate === null ? null : successRate * 100)),
            },
          ]}
        />
      )}
      {children}
    </div>
  )
}

function TitledChart(props: ComponentProps<typeof Chart>) {
  return (
    <section>
      <h3>{props.label}</h3>
      <Chart {...props} />
    </section>
  )
}
