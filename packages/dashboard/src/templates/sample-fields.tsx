import { TextInput } from '@mantine/core'
import classes from './template-editor.module.css'
import type { Samples } from './template-parts.ts'
import { variablesOf } from './variables.ts'

/** The sample values of a text's variables. The provider requires them, and the preview shows them. */
export function SampleFields({
  text,
  samples,
  onChange,
}: {
  readonly text: string
  readonly samples: Samples
  readonly onChange: (samples: Samples) => void
}) {
  const names = variablesOf(text)
  if (names.length === 0) return null
  return (
    <div className={classes.samples}>
      {names.map((name) => (
        <TextInput
          key={name}
          size="xs"
          label={`Sample for {{${name}}}`}
          value={samples[name] ?? ''}
          onChange={(event) => onChange({ ...samples, [name]: event.currentTarget.value })}
        />
      ))}
    </div>
  )
}
