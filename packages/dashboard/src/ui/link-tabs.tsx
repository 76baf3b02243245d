import { Menu, VisuallyHidden } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import classes from './link-tabs.module.css'

interface Tab {
  readonly value: string | undefined
  readonly label: string
  /** How many items the tab has; 0 is not shown. */
  readonly count?: number
  /** Says in words what a dot beside the label shows. */
  readonly mark?: string | undefined
}

interface LinkTabsProps {
  readonly label: string
  readonly param: string
  readonly value: string | undefined
  readonly tabs: readonly Tab[]
  /** Tabs in a menu at the end, which has the name of the selected one. */
  readonly more?: readonly Tab[]
}

/** The query parameter `param` has the selected tab; the first tab has none. Changing the tab removes the cursor. */
export function LinkTabs({ label, param, value, tabs, more = [] }: LinkTabsProps) {
  const selected = more.find((tab) => tab.value === value)
  return (
    <nav aria-label={label} className={classes.tabs}>
      {tabs.map((tab) => (
        <Link
          key={tab.label}
          {...linkOf(param, tab)}
          className={classes.tab}
          data-current={tab.value === value || undefined}
          {...(tab.value === value && { 'aria-current': 'true' as const })}
        >
          {tab.label}
          {(tab.count ?? 0) > 0 && <span className={classes.count}> {tab.count}</span>}
          {tab.mark !== undefined && (
            <span className={classes.mark} title={tab.mark}>
              <VisuallyHidden>{`: ${tab.mark}`}</VisuallyHidden>
            </span>
          )}
        </Link>
      ))}
      {more.length > 0 && (
        <Menu position="bottom-end">
          <Menu.Target>
            <button type="button" className={classes.tab} data-current={selected !== undefined || undefined}>
              {selected?.label ?? 'More'}
              <IconChevronDown size={14} aria-hidden />
            </button>
          </Menu.Target>
          <Menu.Dropdown>
            {more.map((tab) => (
              <Menu.Item
                key={tab.label}
                renderRoot={(props: object) => <Link {...props} {...linkOf(param, tab)} />}
                {...(tab === selected && { 'aria-current': 'true' as const })}
              >
                {tab.label}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
    </nav>
  )
}

function linkOf(param: string, { value }: Tab) {
  return {
    to: '.',
    // Without `exact`, the first tab is always active, because its query is a subset of the others.
    activeOptions: { exact: true },
    search: (search: object) => ({ ...search, [param]: value, cursor: undefined }),
  } as const
}
