import { VisuallyHidden } from '@mantine/core'
import { type KeyboardEvent, useRef, useState } from 'react'
import { CopyButton } from './copy-button.tsx'
import { JsonLine } from './json-line.tsx'
import { CHILDREN_SHOWN, type JsonOpenings, jsonRows } from './json-rows.ts'
import { copiedText, type JsonNode } from './json-tree.ts'
import classes from './json-view.module.css'
import { tellError } from './tell.ts'
import { words } from './words.ts'

/** The rows of a JSON text as a tree. Arrow keys move, open and close; Enter copies the selected value. */
export function JsonTreeView({
  root,
  text,
  label,
}: {
  readonly root: JsonNode
  readonly text: string
  readonly label: string
}) {
  const [openings, setOpenings] = useState<JsonOpenings>({ opened: {}, shown: {} })
  const [selected, setSelected] = useState<JsonNode>()
  const [copied, setCopied] = useState<JsonNode>()
  const tree = useRef<HTMLDivElement>(null)
  const rows = jsonRows(root, openings)
  const name = (node: JsonNode) => node.path || words.json.whole

  const open = ({ path, children }: JsonNode, isOpen: boolean) => {
    if (children.length > 0) setOpenings(({ opened, shown }) => ({ shown, opened: { ...opened, [path]: isOpen } }))
  }
  const showMore = ({ path, children }: JsonNode) =>
    setOpenings(({ opened, shown }) => ({
      opened,
      shown: { ...shown, [path]: Math.min(children.length, (shown[path] ?? CHILDREN_SHOWN) + CHILDREN_SHOWN) },
    }))
  const copyValue = (node: JsonNode) => {
    setSelected(node)
    navigator.clipboard.writeText(copiedText(node)).then(() => setCopied(node), tellError)
  }
  const focusRow = (index: number) => {
    const items = tree.current?.querySelectorAll<HTMLElement>('[role="treeitem"]')
    items?.[Math.min(items.length - 1, Math.max(0, index))]?.focus()
  }
  const items = rows.filter((row) => row.type === 'node')
  const onKeyDown = (event: KeyboardEvent) => {
    const at = items.findIndex(({ node }) => node === selected)
    const row = items[at]
    if (!row || event.altKey || event.shiftKey) return
    const key = event.ctrlKey || event.metaKey ? `Ctrl+${event.key}` : event.key
    const moves: Record<string, () => void> = {
      ArrowDown: () => focusRow(at + 1),
      ArrowUp: () => focusRow(at - 1),
      Home: () => focusRow(0),
      End: () => focusRow(items.length - 1),
      ArrowRight: () => (row.isOpen ? focusRow(at + 1) : open(row.node, true)),
      ArrowLeft: () =>
        row.isOpen
          ? open(row.node, false)
          : focusRow(items.findLastIndex((each, i) => i < at && each.depth < row.depth)),
      Enter: () => copyValue(row.node),
    }
    // Ctrl+C copies the selected text, if there is any.
    if (String(getSelection()) === '') moves['Ctrl+c'] = () => copyValue(row.node)
    const move = moves[key]
    if (!move) return
    event.preventDefault()
    move()
  }
  const current = items.some(({ node }) => node === selected) ? selected : root
  return (
    <div className={classes.view}>
      <div className={classes.scroll} ref={tree} role="tree" tabIndex={-1} aria-label={label} onKeyDown={onKeyDown}>
        {rows.map((row) => (
          <JsonLine
            key={`${row.type} ${row.node.path}`}
            row={row}
            isCurrent={row.node === current}
            isSelected={row.node === selected}
            isCopied={row.node === copied}
            copyLabel={words.json.copy(name(row.node))}
            onSelect={() => {
              setSelected(row.node)
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
        {selected?.path ? (
          <>
            <code className={classes.path}>{selected.path}</code>
            <CopyButton value={selected.path} label={words.json.copyPath} />
          </>
        ) : (
          words.json.hint
        )}
      </div>
      <VisuallyHidden role="status">{copied ? words.json.copied(name(copied)) : ''}</VisuallyHidden>
    </div>
  )
}
