import { LEAST_SAMPLES, type Statistics } from '@replywright/contract/dashboard/statistics.ts'
import type { ComponentProps, ReactNode } from 'react'
import { Chart } from '../ui/chart.tsx'
import classes from './overview.module.css'

/** The results and the latency of a period over time. `withSuccess` adds the success rate, `children` more sections. */
export function ResultCharts({
  points,
  withSuccess,
  children,
}: Pick<Statistics, 'points'> & { readonly withSuccess?: boolean; readonly children?: ReactNode }) {
  const times = points.map(({ start }) => Date.parse(start))
  const valuesOf = (key: 'delivered' | 'failed' | 'pending' | 'p50' | 'p95') => points.map((point) => point[key])
  return (
    <ChartGrid>
      <TitledChart
        kind="bars"
        unit="count"
        label="Deliveries over time"
        times={times}
        series={[
          { label: 'Failed', color: 'bad', values: valuesOf('failed') },
          { label: 'Succeeded', color: 'accent', values: valuesOf('delivered') },
          { label: 'Pending', color: 'neutral', values: valuesOf('pending') },
        ]}
      />
      <TitledChart
        kind="lines"
        unit="ms"
        label="Response time over time"
        note={`Of at least ${LEAST_SAMPLES} responses.`}
        times={times}
        series={[
          { label: 'p50', color: 'accent', values: valuesOf('p50') },
          { label: 'p95', color: 'waiting', values: valuesOf('p95') },
        ]}
      />
      {withSuccess && (
        <TitledChart
          kind="lines"
          unit="percent"
          label="Success rate over time"
          times={times}
          highest={100}
          series={[
            {
              label: 'Success rate',
              color: 'good',
              values: points.map(({ successRate }) => (successRate === null ? null : successRate * 100)),
            },
          ]}
        />
      )}
      {children}
    </ChartGrid>
  )
}

/** Charts side by side, as many as fit. */
export function ChartGrid({ children }: { readonly children: ReactNode }) {
  return <div className={classes.charts}>{children}</div>
}

export function TitledChart({ note, ...props }: ComponentProps<typeof Chart> & { readonly note?: string }) {
  return (
    <section>
      <h3>
        {props.label}
        {note && <small className={classes.note}>{note}</small>}
      </h3>
      <Chart {...props} />
    </section>
  )
}
