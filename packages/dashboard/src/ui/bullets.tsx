import type { ReactNode } from 'react'
import classes from './bullets.module.css'

/** Short sentences below one another. */
export function Bullets({ children }: { readonly children: ReactNode }) {
  return <ul className={classes.bullets}>{children}</ul>
}
