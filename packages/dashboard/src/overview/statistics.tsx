import { PERIODS, type Period, type Statistics } from '@replywright/contract/dashboard/statistics.ts'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { CAUSE_TEXTS } from '../deliveries/delivery-words.ts'
import { percentText } from '../ui/number-text.ts'
import { PercentileText } from '../ui/text.tsx'
import classes from './overview.module.css'

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

/** Failed deliveries by cause. Each cause links to its deliveries. */
export function CausesList({
  statistics: { since, causes, failed },
  webhookId,
}: {
  readonly statistics: Statistics
  readonly webhookId?: string
}) {
  return (
    <Causes
      causes={causes}
      total={failed}
      linkOf={(cause) => (
        <Link
          to="/deliveries"
          search={{ status: 'failed', cause, since, tests: 'hidden', ...(webhookId && { webhookId }) }}
        >
          {cause === 'webhook_disabled' ? 'Not sent: endpoint disabled' : CAUSE_TEXTS[cause]}
        </Link>
      )}
    />
  )
}

/** The causes of failures, as bars of their shares of `total`. */
export function Causes<Cause extends string>({
  causes,
  total,
  linkOf,
}: {
  readonly causes: readonly { readonly cause: Cause; readonly count: number }[]
  readonly total: number
  readonly linkOf: (cause: Cause) => ReactNode
}) {
  return (
    <ul className={classes.causes}>
      {causes.map(({ cause, count }) => (
        <li key={cause}>
          {linkOf(cause)}
          <span>{count.toLocaleString('en')}</span>
          <span className={classes.track} aria-hidden>
            <span className={classes.bar} style={{ width: `${(100 * count) / total}%` }} />
          </span>
        </li>
      ))}
    </ul>
  )
}

export const PERIOD_NAMES = { '24h': '24 hours', '7d': '7 days', '30d': '30 days' }

const CHOICES: readonly Period[] = ['24h', '7d', '30d']

/** Returns the period in a URL, by default 24 hours. */
export function periodIn(search: { readonly period?: string | undefined }): Period {
  return CHOICES.find((period) => period === search.period && period in PERIODS) ?? '24h'
}

/** Switches the period in the URL of the page. */
export function PeriodTabs({ period }: { readonly period: Period }) {
  return (
    <nav aria-label="Period" className={classes.tabs}>
      {CHOICES.map((choice) => (
        <Link
          key={choice}
          to="."
          search={(search) => ({ ...search, period: choice === '24h' ? undefined : choice })}
          replace
          resetScroll={false}
          className={classes.tab}
          data-current={choice === period || undefined}
          aria-current={choice === period ? 'true' : undefined}
          activeOptions={{ exact: true }}
        >
          {PERIOD_NAMES[choice]}
        </Link>
      ))}
    </nav>
  )
}
