import { Anchor, PasswordInput, type PasswordInputProps, TextInput, type TextInputProps } from '@mantine/core'
import { SHORTEST_PASSWORD, type SignInResponse } from '@replywright/contract/dashboard/session.ts'

export function PasswordField(props: PasswordInputProps) {
  return (
    <PasswordInput
      label="New password"
      description={`At least ${SHORTEST_PASSWORD} characters. Tip: use a passphrase.`}
      autoComplete="new-password"
      required
      {...props}
    />
  )
}

export function AppCodeField(props: TextInputProps) {
  return (
    <TextInput
      label="Code"
      description="Six digits from your authenticator app."
      inputMode="numeric"
      autoComplete="one-time-code"
      required
      {...props}
    />
  )
}

export function EmailField(props: TextInputProps) {
  return <TextInput label="Email" type="email" autoComplete="username" required {...props} />
}

/** A hidden field that tells password managers to which account the password belongs. */
export function HiddenEmail({ email }: { readonly email: string }) {
  return <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
}

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
