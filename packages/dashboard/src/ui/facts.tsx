import type { ReactNode } from 'react'
import { CopyButton } from './copy.tsx'
import classes from './facts.module.css'

/** A list of names and values. Contains `Fact`s. */
export function Facts({ children }: { readonly children: ReactNode }) {
  return <dl className={classes.facts}>{children}</dl>
}

/** A name and its value. Omitted if the value is empty. */
export function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  if (children === null || children === undefined || children === '' || children === false) return null
  return (
    <div className={classes.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** An id in monospace with a copy button. `label` names the id. */
export function CopyId({ id, label = 'ID' }: { readonly id: string; readonly label?: string }) {
  return (
    <span className={classes.id}>
      <code>{id}</code>
      <CopyButton value={id} label={label} />
    </span>
  )
}
