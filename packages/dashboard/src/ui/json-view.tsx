import { VisuallyHidden } from '@mantine/core'
import { IconCheck, IconChevronRight, IconCopy } from '@tabler/icons-react'
import { type KeyboardEvent, useMemo, useRef, useState } from 'react'
import { CodeBlock, CopyButton } from './copy.tsx'
import {
  CHILDREN_SHOWN,
  copiedText,
  type JsonNode,
  type JsonOpenings,
  type JsonRow,
  jsonRows,
  jsonTree,
} from './json-tree.ts'
import classes from './json-view.module.css'
import { tellError } from './notices.tsx'

/**
 * Coloured JSON whose objects and arrays can be collapsed and whose values can be copied. Shows anything else as text.
 * The text is not reformatted, so large numbers stay exact. `label` names the text.
 */
export function JsonView({ text, label }: { readonly text: string; readonly label: string }) {
  const root = useMemo(() => jsonTree(text), [text])
  if (!root) return <CodeBlock value={text} label={label} wrap />
  // The key forgets what was open in another text.
  return <JsonTreeView key={text} root={root} text={text} label={label} />
}

/** The rows of a JSON text as a tree. Arrow keys move, open and close; Enter copies the selected value. */
function JsonTreeView({
  root,
  text,
  label,
}: {
  readonly root: JsonNode
  readonly text: string
  readonly label: string
}) {
  const [openings, setOpenings] = useState<JsonOpenings>({ opened: {}, shown: {} })
  const [selectedKey, setSelectedKey] = useState<string>()
  const [copied, setCopied] = useState<JsonNode>()
  const tree = useRef<HTMLDivElement>(null)
  const rows = jsonRows(root, openings)
  const items = rows.filter(({ type }) => type !== 'end')
  const selected = items.find((row) => keyOf(row) === selectedKey)
  const name = (node: JsonNode) => node.path || 'Whole text'

  const open = ({ path, children }: JsonNode, isOpen: boolean) => {
    if (children.length > 0) setOpenings(({ opened, shown }) => ({ shown, opened: { ...opened, [path]: isOpen } }))
  }
  const showMore = ({ path, children }: JsonNode) =>
    setOpenings(({ opened, shown }) => ({
      opened,
      shown: { ...shown, [path]: Math.min(children.length, (shown[path] ?? CHILDREN_SHOWN) + CHILDREN_SHOWN) },
    }))
  const copyValue = (node: JsonNode) => {
    navigator.clipboard.writeText(copiedText(node)).then(() => setCopied(node), tellError)
  }
  const focusRow = (index: number) => {
    const items = tree.current?.querySelectorAll<HTMLElement>('[role="treeitem"]')
    items?.[Math.min(items.length - 1, Math.max(0, index))]?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (!selected || event.altKey || event.shiftKey) return
    const { node, depth } = selected
    const isOpen = selected.type === 'node' && selected.isOpen
    const at = items.indexOf(selected)
    const key = event.ctrlKey || event.metaKey ? `Ctrl+${event.key}` : event.key
    const moves: Record<string, () => void> = {
      ArrowDown: () => focusRow(at + 1),
      ArrowUp: () => focusRow(at - 1),
      Home: () => focusRow(0),
      End: () => focusRow(items.length - 1),
      ArrowRight: () => (isOpen ? focusRow(at + 1) : open(node, true)),
      ArrowLeft: () =>
        isOpen ? open(node, false) : focusRow(items.findLastIndex((each, i) => i < at && each.depth < depth)),
      Enter: () => (selected.type === 'more' ? showMore(node) : copyValue(node)),
    }
    // Ctrl+C copies the selected text, if there is any.
    if (String(getSelection()) === '') moves['Ctrl+c'] = () => copyValue(node)
    const move = moves[key]
    if (!move) return
    event.preventDefault()
    move()
  }
  const current = selected ?? items[0]
  return (
    <div className={classes.view}>
      <div className={classes.scroll} ref={tree} role="tree" tabIndex={-1} aria-label={label} onKeyDown={onKeyDown}>
        {rows.map((row) => (
          <JsonLine
            key={keyOf(row)}
            row={row}
            isCurrent={row === current}
            isSelected={row === selected}
            isCopied={row.node === copied}
            copyLabel={`Copy ${name(row.node)}`}
            onSelect={() => {
              setSelectedKey(keyOf(row))
              setCopied(undefined)
            }}
            onOpen={(isOpen) => open(row.node, isOpen)}
            onMore={() => showMore(row.node)}
            onCopy={() => copyValue(row.node)}
          />
        ))}
      </div>
      <div className={classes.copyAll}>
        <CopyButton value={text} label={label} />
      </div>
      <div className={classes.bar}>
        {selected?.node.path ? (
          <>
            <code className={classes.path}>{selected.node.path}</code>
            <CopyButton value={selected.node.path} label="path" />
          </>
        ) : (
          'Select a value to see its path. Enter copies it.'
        )}
      </div>
      <VisuallyHidden role="status">{copied ? `Copied ${name(copied)}` : ''}</VisuallyHidden>
    </div>
  )
}

function keyOf({ type, node }: JsonRow): string {
  return `${type} ${node.path}`
}

const BRACKETS = { object: ['{', '}'], array: ['[', ']'] } as const

/** A line of a JSON view. */
function JsonLine({
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
