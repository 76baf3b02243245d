import type { ReactNode } from 'react'
import classes from './bullets.module.css'

export function Bullets({ children }: { readonly children: ReactNode }) {
  return <ul className={classes.bullets}>{children}</ul>
}
