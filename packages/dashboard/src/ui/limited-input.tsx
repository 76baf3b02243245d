import { TextInput, type TextInputProps } from '@mantine/core'
import { Hint } from './text.tsx'

/** A text field that shows how much of its length is used. */
export function LimitedInput({
  maxLength,
  value = '',
  ...props
}: TextInputProps & { readonly maxLength: number; readonly value?: string }) {
  return (
    <TextInput
      {...props}
      value={value}
      maxLength={maxLength}
      rightSection={
        <Hint span aria-hidden>
          {`${value.length}/${maxLength}`}
        </Hint>
      }
      rightSectionWidth="3rem"
      rightSectionPointerEvents="none"
    />
  )
}
