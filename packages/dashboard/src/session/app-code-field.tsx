import { TextInput, type TextInputProps } from '@mantine/core'

/** The code that an authenticator app shows. */
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
