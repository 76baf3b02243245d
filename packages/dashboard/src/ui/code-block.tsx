import classes from './code-block.module.css'
import { CopyButton } from './copy-button.tsx'

/** Text in monospace, with a button that copies it. `label` says what it is. It scrolls when it is large. */
export function CodeBlock({
  value,
  label,
  wrap = false,
}: {
  readonly value: string
  readonly label: string
  readonly wrap?: boolean
}) {
  return (
    <div className={classes.block}>
      <div className={classes.scroll} {...scrolling(label)}>
        <pre className={classes.text} data-wrap={wrap || undefined}>
          {value}
        </pre>
      </div>
      <div className={classes.copy}>
        <CopyButton value={value} label={label} />
      </div>
    </div>
  )
}

/** What scrolls has to be reachable by keyboard; not every browser sees to it. */
function scrolling(label: string) {
  return { role: 'group', tabIndex: 0, 'aria-label': label }
}
