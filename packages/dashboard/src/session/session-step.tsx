import { Anchor } from '@mantine/core'
import type { SignInResponse } from '@messaging/contract/dashboard/session.ts'

/** The properties of a sign-in step after the password. `onBack` returns to the sign-in form. */
export interface SessionStepProps {
  readonly email: string
  readonly session: string
  readonly onAnswer: (answer: SignInResponse) => void
  readonly onBack: () => void
}

export function BackToSignIn({ onBack }: Pick<SessionStepProps, 'onBack'>) {
  return (
    <Anchor component="button" type="button" size="sm" onClick={onBack}>
      Back to sign in
    </Anchor>
  )
}
