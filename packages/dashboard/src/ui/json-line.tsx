import { IconCheck, IconChevronRight, IconCopy } from '@tabler/icons-react'
import type { JsonRow } from './json-rows.ts'
import type { JsonNode } from './json-tree.ts'
import classes from './json-view.module.css'

const BRACKETS = { object: ['{', '}'], array: ['[', ']'] } as const

/** A line of a JSON view. */
export function JsonLine({
  row,
  isCurrent,
  isSelected,
  isCopied,
  copyLabel,
  onSelect,
  onOpen,
  onMore,
  onCopy,
}: {
  readonly row: JsonRow
  /** Whether Tab reaches this line. */
  readonly isCurrent: boolean
  readonly isSelected: boolean
  readonly isCopied: boolean
  readonly copyLabel: string
  readonly onSelect: () => void
  readonly onOpen: (isOpen: boolean) => void
  readonly onMore: () => void
  readonly onCopy: () => void
}) {
  const { node, depth } = row
  const line = { className: classes.line, style: { paddingInlineStart: `${1.5 + depth * 1.125}rem` } }
  const item = {
    ...line,
    role: 'treeitem',
    'aria-level': depth + 1,
    'aria-selected': isSelected,
    tabIndex: isCurrent ? 0 : -1,
    onFocus: onSelect,
  }
  if (row.type === 'more')
    return (
      <div {...item}>
        <button type="button" tabIndex={-1} className={classes.more} onClick={onMore}>
          Show {row.hidden} more
        </button>
      </div>
    )
  if (row.type === 'end')
    return (
      <div {...line} aria-hidden>
        {node.kind === 'array' ? ']' : '}'}
        {row.comma && ','}
      </div>
    )
  const Sign = isCopied ? IconCheck : IconCopy
  return (
    <div {...item} {...(node.children.length > 0 && { 'aria-expanded': row.isOpen })}>
      {node.children.length > 0 && (
        <button
          type="button"
          tabIndex={-1}
          aria-hidden
          className={classes.toggle}
          data-open={row.isOpen || undefined}
          onClick={() => onOpen(!row.isOpen)}
        >
          <IconChevronRight size={14} />
        </button>
      )}
      {node.key !== undefined && (
        <>
          <span className={classes.key}>{node.key}</span>
          {': '}
        </>
      )}
      <Value node={node} isOpen={row.isOpen} />
      {row.comma && !row.isOpen && ','}
      <button type="button" tabIndex={-1} className={classes.copy} aria-label={copyLabel} onClick={onCopy}>
        <Sign size={13} aria-hidden />
      </button>
    </div>
  )
}

function Value({ node: { kind, text, children }, isOpen }: { readonly node: JsonNode; readonly isOpen: boolean }) {
  if (kind !== 'object' && kind !== 'array')
    return (
      <span className={classes.value} data-kind={kind}>
        {text}
      </span>
    )
  const [start, end] = BRACKETS[kind]
  if (isOpen) return start
  if (children.length === 0) return `${start}${end}`
  const count =
    kind === 'object'
      ? `${children.length} ${children.length === 1 ? 'field' : 'fields'}`
      : `${children.length} ${children.length === 1 ? 'item' : 'items'}`
  return (
    <>
      {start} <span className={classes.count}>{count}</span> {end}
    </>
  )
}
