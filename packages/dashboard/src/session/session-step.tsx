import { Anchor, Button, Stack } from '@mantine/core'
import type { SignInAnswer } from '@messaging/contract/dashboard/session.ts'
import type { ComponentProps, FormEventHandler, ReactNode } from 'react'
import { FormError } from '../ui/form-error.tsx'

/** What a step of signing in after the password is given. `onAgain` goes back to signing in. */
export interface SessionStepProps {
  readonly email: string
  readonly session: string
  readonly onAnswer: (answer: SignInAnswer) => void
  readonly onAgain: () => void
}

/** The form of a step of signing in after the password: its fields, a button to go on, and the way back. */
export function SessionStep({
  onSubmit,
  onAgain,
  loading,
  submit,
  children,
  ...failure
}: ComponentProps<typeof FormError> &
  Pick<SessionStepProps, 'onAgain'> & {
    readonly onSubmit: FormEventHandler<HTMLFormElement>
    readonly loading: boolean
    /** The button's words. */
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
        <Anchor component="button" type="button" size="sm" onClick={onAgain}>
          Back to sign in
        </Anchor>
      </Stack>
    </form>
  )
}
