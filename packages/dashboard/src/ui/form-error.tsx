import { Alert } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { ApiError } from '../api/api-error.ts'
import { fieldErrors } from './form-errors.ts'

/** The error of a form, unless it is shown at one of the form's `fields`. */
export function FormError({ error, fields = [] }: { readonly error: unknown; readonly fields?: readonly string[] }) {
  if (!error) return null
  const errors = fieldErrors(error, fields)
  if (Object.keys(errors).length > 0 && errors[''] === undefined) return null
  const message = errors[''] ?? (error instanceof ApiError ? error.message : 'Something went wrong')
  return (
    <Alert ref={scrollIntoView} color="red" role="alert" icon={<IconAlertCircle aria-hidden />}>
      {message}
    </Alert>
  )
}

/** The button that was pressed may be far below. */
function scrollIntoView(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'center' })
}
