import { PERIODS, type Period } from '@messaging/contract/dashboard/statistics.ts'
import { Link } from '@tanstack/react-router'
import classes from './period-tabs.module.css'

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
