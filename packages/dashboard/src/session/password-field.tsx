import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import { SHORTEST_PASSWORD } from '@messaging/contract/dashboard/session.ts'

/** A password that is to be set. */
export function PasswordField(props: PasswordInputProps) {
  return (
    <PasswordInput
      label="New password"
      description={`At least ${SHORTEST_PASSWORD} characters. A few words are easy to remember.`}
      autoComplete="new-password"
      required
      {...props}
    />
  )
}
