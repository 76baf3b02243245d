import type { ReactNode } from 'react'
import classes from './fieldset.module.css'

/** Fields that are disabled while their values are saved, because what is typed meanwhile would be lost. */
export function SavedFields({ isSaving, children }: { readonly isSaving: boolean; readonly children: ReactNode }) {
  return (
    <fieldset className={classes.fieldset} disabled={isSaving} aria-busy={isSaving}>
      {children}
    </fieldset>
  )
}
