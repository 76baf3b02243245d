import { PERIODS, type Period } from '@messaging/contract/dashboard/statistics.ts'
import { Link } from '@tanstack/react-router'
import classes from './period-tabs.module.css'
import { words } from './words.ts'

const CHOICES: readonly Period[] = ['24h', '7d', '30d']

/** Returns the period in a URL, by default 24 hours. */
export function periodIn(search: { readonly period?: string | undefined }): Period {
  return CHOICES.find((period) => period === search.period && period in PERIODS) ?? '24h'
}

/** Switches the period in the URL of the page. */
export function PeriodTabs({ period }: { readonly period: Period }) {
  return (
    <nav aria-label={words.deliveries.period} className={classes.tabs}>
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
          {words.deliveries.periods[choice]}
        </Link>
      ))}
    </nav>
  )
}
