import { Alert } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { ApiError } from '../api/api-error.ts'
import { fieldErrors } from './form-errors.ts'

/** What went wrong with a form, unless it stands beside the form's `fields` already. */
export function FormError({ error, fields = [] }: { readonly error: unknown; readonly fields?: readonly string[] }) {
  if (!error) return null
  const beside = fieldErrors(error, fields)
  if (Object.keys(beside).length > 0 && beside[''] === undefined) return null
  const message = beside[''] ?? (error instanceof ApiError ? error.message : 'Something went wrong.')
  return (
    <Alert color="red" role="alert" icon={<IconAlertCircle aria-hidden />}>
      {message}
    </Alert>
  )
}
