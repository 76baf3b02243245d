import { Link } from '@tanstack/react-router'
import classes from './link-tabs.module.css'

/**
 * Views of one page that its address tells apart: `param` of the query is the value, or absent for the first. Changing it
 * begins at the newest.
 */
export function LinkTabs({
  label,
  param,
  value,
  tabs,
}: {
  readonly label: string
  readonly param: string
  readonly value: string | undefined
  readonly tabs: readonly { readonly value: string | undefined; readonly label: string }[]
}) {
  return (
    <nav aria-label={label} className={classes.tabs}>
      {tabs.map((tab) => (
        <Link
          key={tab.label}
          to="."
          // Otherwise the first counts as current too: its query is a part of every other's.
          activeOptions={{ exact: true }}
          search={(search) => ({ ...search, [param]: tab.value, cursor: undefined })}
          className={classes.tab}
          data-current={tab.value === value || undefined}
          {...(tab.value === value && { 'aria-current': 'true' as const })}
        >
          {tab.label}
        </Link>
      ))}
    </nav>
  )
}
