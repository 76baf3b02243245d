import type { CSSProperties } from 'react'
import classes from './face.module.css'
import { hueOf, initialsOf } from './initials.ts'

/** The initials of a person on a colour of their own. The name stands beside it, so screen readers do not read them. */
export function Face({ name, size = 'md' }: { readonly name: string; readonly size?: 'sm' | 'md' }) {
  const vars: CSSProperties & Record<'--hue', number> = { '--hue': hueOf(name) }
  return (
    <span className={classes.face} data-size={size} style={vars} aria-hidden>
      {initialsOf(name)}
    </span>
  )
}
