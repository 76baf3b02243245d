import { Anchor, Button, Stack } from '@mantine/core'
import type { SignInAnswer } from '@messaging/contract/dashboard/session.ts'
import type { ComponentProps, FormEventHandler, ReactNode } from 'react'
import { FormError } from '../ui/form-error.tsx'

/** The properties of a sign-in step after the password. `onBack` returns to the sign-in form. */
export interface SessionStepProps {
  readonly email: string
  readonly session: string
  readonly onAnswer: (answer: SignInAnswer) => void
  readonly onBack: () => void
}

/** The form of a sign-in step after the password: fields, a submit button and a link back. */
export function SessionStep({
  onSubmit,
  onBack,
  loading,
  submit,
  children,
  ...failure
}: ComponentProps<typeof FormError> &
  Pick<SessionStepProps, 'onBack'> & {
    readonly onSubmit: FormEventHandler<HTMLFormElement>
    readonly loading: boolean
    readonly submit: string
    readonly children: ReactNode
  }) {
  return (
    <form noValidate onSubmit={onSubmit}>
      <Stack>
        <FormError {...failure} />
        {children}
        <Button type="submit" loading={loading}>
          {submit}
        </Button>
        <Anchor component="button" type="button" size="sm" onClick={onBack}>
          Back to sign in
        </Anchor>
      </Stack>
    </form>
  )
}
