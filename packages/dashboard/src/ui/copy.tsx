import { ActionIcon, CopyButton as Copying, Tooltip } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import classes from './copy.module.css'
import { focusable } from './focus.ts'

/** A button that copies a text and confirms it. `label` names the text. */
export function CopyButton({ value, label }: { readonly value: string; readonly label: string }) {
  return (
    <Copying value={value} timeout={1500}>
      {({ copied, copy }) => (
        <Tooltip label={copied ? 'Copied' : `Copy ${label}`}>
          <ActionIcon size="sm" onClick={copy} aria-label={copied ? 'Copied' : `Copy ${label}`}>
            {copied ? <IconCheck size={14} aria-hidden /> : <IconCopy size={14} aria-hidden />}
          </ActionIcon>
        </Tooltip>
      )}
    </Copying>
  )
}

/** A secret with a copy button. `label` names the secret. */
export function SecretBox({ value, label }: { readonly value: string; readonly label: string }) {
  return (
    <div className={classes.box}>
      <code className={classes.value}>{value}</code>
      <CopyButton value={value} label={label} />
    </div>
  )
}

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
