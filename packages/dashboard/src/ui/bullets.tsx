import type { ReactNode } from 'react'
import classes from './bullets.module.css'

/** A bulleted list. */
export function Bullets({ children }: { readonly children: ReactNode }) {
  return <ul className={classes.bullets}>{children}</ul>
}
