import { TextInput, type TextInputProps } from '@mantine/core'

/** A field for the code of an authenticator app. */
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
