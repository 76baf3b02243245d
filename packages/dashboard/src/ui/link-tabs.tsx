import { VisuallyHidden } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import classes from './link-tabs.module.css'

/** The query parameter `param` has the selected tab; the first tab has none. Changing the tab removes the cursor. */
export function LinkTabs({
  label,
  param,
  value,
  tabs,
}: {
  readonly label: string
  readonly param: string
  readonly value: string | undefined
  /** `mark` says in words what a dot beside the label shows. */
  readonly tabs: readonly {
    readonly value: string | undefined
    readonly label: string
    readonly mark?: string | undefined
  }[]
}) {
  return (
    <nav aria-label={label} className={classes.tabs}>
      {tabs.map((tab) => (
        <Link
          key={tab.label}
          to="."
          // Without `exact`, the first tab is always active, because its query is a subset of the others.
          activeOptions={{ exact: true }}
          search={(search) => ({ ...search, [param]: tab.value, cursor: undefined })}
          className={classes.tab}
          data-current={tab.value === value || undefined}
          {...(tab.value === value && { 'aria-current': 'true' as const })}
        >
          {tab.label}
          {tab.mark !== undefined && (
            <span className={classes.mark} title={tab.mark}>
              <VisuallyHidden>{`: ${tab.mark}`}</VisuallyHidden>
            </span>
          )}
        </Link>
      ))}
    </nav>
  )
}
