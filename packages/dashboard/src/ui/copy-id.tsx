import { CopyButton } from './copy-button.tsx'
import classes from './copy-id.module.css'
import { words } from './words.ts'

/** An id in monospace with a copy button. `label` names the id. */
export function CopyId({ id, label = words.copy.id }: { readonly id: string; readonly label?: string }) {
  return (
    <span className={classes.id}>
      <code>{id}</code>
      <CopyButton value={id} label={label} />
    </span>
  )
}
