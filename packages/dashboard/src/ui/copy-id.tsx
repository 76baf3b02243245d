import { CopyButton } from './copy-button.tsx'
import classes from './copy-id.module.css'

/** An id in monospace with a button that copies it. `label` says what it is the id of. */
export function CopyId({ id, label = 'id' }: { readonly id: string; readonly label?: string }) {
  return (
    <span className={classes.id}>
      <code>{id}</code>
      <CopyButton value={id} label={label} />
    </span>
  )
}
