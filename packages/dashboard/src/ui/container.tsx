import type { ReactNode } from 'react'
import classes from './container.module.css'

export function Container({ children }: { readonly children: ReactNode }) {
  return <div className={classes.container}>{children}</div>
}
