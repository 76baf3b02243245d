import { CopyButton } from './copy-button.tsx'
import classes from './copy-id.module.css'

/** An id in monospace with a copy button. `label` names the id. */
export function CopyId({ id, label = 'ID' }: { readonly id: string; readonly label?: string }) {
  return (
    <span className={classes.id}>
      <code>{id}</code>
      <CopyButton value={id} label={label} />
    </span>
  )
}
