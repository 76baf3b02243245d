import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import { SHORTEST_PASSWORD } from '@messaging/contract/dashboard/session.ts'
import { words } from './words.ts'

export function PasswordField(props: PasswordInputProps) {
  return (
    <PasswordInput
      label={words.newPassword}
      description={words.passwordHint(SHORTEST_PASSWORD)}
      autoComplete="new-password"
      required
      {...props}
    />
  )
}
