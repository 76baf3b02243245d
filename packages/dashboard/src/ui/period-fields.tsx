import { TextInput } from '@mantine/core'
import { fromLocalInput, toLocalInput } from './local-time.ts'

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
