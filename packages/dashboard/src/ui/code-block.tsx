import classes from './code-block.module.css'
import { CopyButton } from './copy-button.tsx'
import { focusable } from './focusable.ts'

/** Scrollable monospace text with a copy button. `label` names the text. */
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
      <div className={classes.scroll} {...focusable(label)}>
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
