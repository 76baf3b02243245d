import { CopyButton } from './copy-button.tsx'
import classes from './secret-box.module.css'

/** A secret, to be copied. `label` says what it is. */
export function SecretBox({ value, label }: { readonly value: string; readonly label: string }) {
  return (
    <div className={classes.box}>
      <code className={classes.value}>{value}</code>
      <CopyButton value={value} label={label} />
    </div>
  )
}
