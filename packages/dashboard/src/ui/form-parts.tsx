import { Alert, Button, type ButtonProps, Group } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import type { ComponentProps, ReactNode } from 'react'
import { ApiError } from '../api/api-error.ts'
import { fieldErrors } from './form-errors.ts'

/** Hints below the fields, so that the labels and the fields beside each other are on the same lines. */
export const FIELD_ORDER: ('label' | 'input' | 'description' | 'error')[] = ['label', 'input', 'description', 'error']

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

/** The buttons at the end of a dialog. The props are those of the button that confirms. */
export function DialogButtons({
  onCancel,
  ...confirm
}: ButtonProps & Omit<ComponentProps<'button'>, keyof ButtonProps> & { readonly onCancel: () => void }) {
  return (
    <Group justify="flex-end" gap="xs">
      <Button variant="default" onClick={onCancel}>
        Cancel
      </Button>
      <Button {...confirm} />
    </Group>
  )
}

/** Fields that are disabled while their values are saved, because what is typed meanwhile would be lost. */
export function SavedFields({ isSaving, children }: { readonly isSaving: boolean; readonly children: ReactNode }) {
  return (
    <fieldset style={{ display: 'contents' }} disabled={isSaving} aria-busy={isSaving}>
      {children}
    </fieldset>
  )
}
