import { NativeSelect, type NativeSelectProps } from '@mantine/core'

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
