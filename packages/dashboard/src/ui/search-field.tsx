import { CloseButton, TextInput, type TextInputProps } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'

const TYPING_MS = 300

/** Searches while the user types, with a delay. A shorter text than `minLength` searches for nothing. */
export function SearchField({
  value,
  onSearch,
  minLength = 0,
  label,
  clearLabel,
  ...props
}: Pick<TextInputProps, 'type' | 'placeholder' | 'flex' | 'maxLength'> & {
  readonly value: string | undefined
  readonly onSearch: (text: string | undefined) => void
  readonly minLength?: number
  readonly label: string
  readonly clearLabel: string
}) {
  const [text, setText] = useState(value ?? '')
  const [seen, setSeen] = useState(value)
  if (seen !== value) {
    setSeen(value)
    // Another control cleared the search. While the user types, the URL is updated with a delay.
    if (value === undefined && text.trim().length >= minLength) setText('')
  }
  const later = useDebouncedCallback((typed: string) => {
    const trimmed = typed.trim()
    onSearch((trimmed.length >= minLength && trimmed) || undefined)
  }, TYPING_MS)
  const change = (typed: string) => {
    setText(typed)
    later(typed)
  }
  return (
    <TextInput
      aria-label={label}
      size="xs"
      leftSection={<IconSearch size={14} aria-hidden />}
      rightSection={text !== '' && <CloseButton size="xs" aria-label={clearLabel} onClick={() => change('')} />}
      value={text}
      onChange={(event) => change(event.currentTarget.value)}
      {...props}
    />
  )
}
