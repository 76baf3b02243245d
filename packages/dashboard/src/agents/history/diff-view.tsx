import { Text } from '@mantine/core'
import type { SettingChange } from '@messaging/contract/dashboard/agent-versions.ts'
import { fieldWord } from '../editor/sections.ts'
import classes from './diff-view.module.css'
import { type DiffLine, lineDiff, shortened } from './line-diff.ts'

const MARKS = { same: ' ', added: '+', removed: '−' } as const

/** One changed setting, with its text before and after, line by line. */
export function ChangeView({ change }: { readonly change: SettingChange }) {
  const { field, item, property, before, after } = change
  const title = [
    fieldWord(field),
    item,
    property
      ?.replace(/([A-Z])/g, ' $1')
      .toLowerCase()
      .replace('api schema', 'request'),
  ]
    .filter(Boolean)
    .join(' · ')
  const state = before === null ? '(added)' : after === null ? '(removed)' : ''
  const lines = linesOf(before, after)
  return (
    <div className={classes.change}>
      <Text size="sm" fw={500}>
        {title} {state}
      </Text>
      <div className={classes.diff}>
        {shortened(lines).map(({ at, kind, text }) => (
          <div key={at} className={classes.line} data-kind={kind}>
            {text === null ? '…' : `${MARKS[kind]} ${text}`}
          </div>
        ))}
      </div>
    </div>
  )
}

function linesOf(before: string | null, after: string | null): DiffLine[] {
  if (before !== null && after !== null) return lineDiff(before, after)
  const [text, kind] = after === null ? [before ?? '', 'removed' as const] : [after, 'added' as const]
  return text.split('\n').map((line) => ({ kind, text: line }))
}
