import { PasswordInput, type PasswordInputProps, TextInput, type TextInputProps } from '@mantine/core'
import { SHORTEST_PASSWORD } from '@messaging/contract/dashboard/session.ts'

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

/** A hidden field that tells password managers to which account the password belongs. */
export function HiddenEmail({ email }: { readonly email: string }) {
  return <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
}
