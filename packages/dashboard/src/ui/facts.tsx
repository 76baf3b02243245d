import type { ReactNode } from 'react'
import classes from './facts.module.css'

/** Names and values, side by side: `Fact`s. */
export function Facts({ children }: { readonly children: ReactNode }) {
  return <dl className={classes.facts}>{children}</dl>
}

/** One of `Facts`; left out when it has no value. */
export function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  if (children === null || children === undefined || children === '' || children === false) return null
  return (
    <div className={classes.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
