import { CloseButton, NativeSelect, type NativeSelectProps, TextInput, type TextInputProps } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { fromLocalInput, toLocalInput } from './time-words.ts'

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
  readonly 'data-inbox-search'?: boolean
  readonly value: string | undefined
  readonly onSearch: (text: string | undefined) => void
  readonly minLength?: number
  readonly label: string
  readonly clearLabel: string
}) {
  const [text, setText] = useState(value ?? '')
  const [isTyping, setTyping] = useState(false)
  const [seen, setSeen] = useState(value)
  const searchOf = (typed: string) => {
    const trimmed = typed.trim()
    return (trimmed.length >= minLength && trimmed) || undefined
  }
  if (seen !== value) {
    setSeen(value)
    // Another control changed the search. While the user types, the URL is updated with a delay.
    if (!isTyping && searchOf(text) !== value) setText(value ?? '')
  }
  const later = useDebouncedCallback((typed: string) => {
    setTyping(false)
    onSearch(searchOf(typed))
  }, TYPING_MS)
  const change = (typed: string) => {
    setText(typed)
    setTyping(true)
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

interface Period {
  readonly since?: string | undefined
  readonly until?: string | undefined
}

/** The fields of a start and an end, which are ISO 8601. `onChange` gets the changed one. */
export function PeriodFields({
  period: { since, until },
  onChange,
}: {
  readonly period: Period
  readonly onChange: (change: Period) => void
}) {
  return (
    <>
      <TextInput
        label="From"
        size="xs"
        type="datetime-local"
        value={toLocalInput(since)}
        onChange={(event) => onChange({ since: fromLocalInput(event.currentTarget.value) })}
      />
      <TextInput
        label="Until"
        size="xs"
        type="datetime-local"
        value={toLocalInput(until)}
        onChange={(event) => onChange({ until: fromLocalInput(event.currentTarget.value) })}
      />
    </>
  )
}

/** Selects one value of a filter, or `undefined`, whose text is `all`. */
export function FilterSelect<Value extends string>({
  all,
  choices,
  value,
  onSelect,
  ...props
}: Omit<NativeSelectProps, 'data' | 'value' | 'onChange' | 'onSelect'> & {
  readonly all: string
  readonly choices: readonly { readonly value: Value; readonly label: string }[]
  readonly value: Value | undefined
  readonly onSelect: (value: Value | undefined) => void
}) {
  return (
    <NativeSelect
      size="xs"
      value={value ?? ''}
      onChange={({ currentTarget }) => onSelect(choices.find((choice) => choice.value === currentTarget.value)?.value)}
      data={[{ value: '', label: all }, ...choices]}
      {...props}
    />
  )
}
