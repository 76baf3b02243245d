import type { Statistics } from '@messaging/contract/dashboard/statistics.ts'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { PercentileText } from '../ui/percentile-text.tsx'
import classes from './figures.module.css'
import { percentText } from './percent-text.ts'

export const RESULT_NAMES = { delivered: 'Succeeded', failed: 'Failed', pending: 'Pending' }

const COUNTS = ['delivered', 'failed', 'pending'] as const

/** The results of a period. Each count links to its deliveries. */
export function Figures({
  statistics,
  webhookId,
}: {
  readonly statistics: Statistics
  /** Only the deliveries of this webhook. @default all */
  readonly webhookId?: string
}) {
  const { since, successRate, p50, p95 } = statistics
  return (
    <dl className={classes.figures}>
      <Figure label="Success rate">{percentText(successRate)}</Figure>
      {COUNTS.map((status) => (
        <Figure key={status} label={RESULT_NAMES[status]} tone={status === 'failed' && statistics.failed > 0}>
          <Link
            to="/deliveries"
            search={{ status, since, tests: 'hidden', ...(webhookId && { webhookId }) }}
            className={classes.link}
          >
            {statistics[status].toLocaleString('en')}
          </Link>
        </Figure>
      ))}
      <Figure label="Latency p50">
        <PercentileText ms={p50} />
      </Figure>
      <Figure label="Latency p95">
        <PercentileText ms={p95} />
      </Figure>
    </dl>
  )
}

export function Figure({
  label,
  tone,
  children,
}: {
  readonly label: string
  readonly tone?: boolean
  readonly children: ReactNode
}) {
  return (
    <div className={classes.figure} data-bad={tone || undefined}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}
