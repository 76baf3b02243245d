import { PasswordInput, type PasswordInputProps } from '@mantine/core'
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
