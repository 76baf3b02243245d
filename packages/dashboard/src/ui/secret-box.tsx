import { CopyButton } from './copy-button.tsx'
import classes from './secret-box.module.css'

/** A secret with a copy button. `label` names the secret. */
export function SecretBox({ value, label }: { readonly value: string; readonly label: string }) {
  return (
    <div className={classes.box}>
      <code className={classes.value}>{value}</code>
      <CopyButton value={value} label={label} />
    </div>
  )
}
