import { TextInput, type TextInputProps } from '@mantine/core'
import { words } from './words.ts'

export function AppCodeField(props: TextInputProps) {
  return (
    <TextInput
      label={words.code}
      description={words.appCodeHint}
      inputMode="numeric"
      autoComplete="one-time-code"
      required
      {...props}
    />
  )
}
