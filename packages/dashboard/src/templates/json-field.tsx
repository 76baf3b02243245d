import { Textarea } from '@mantine/core'
import classes from './template-editor.module.css'

/** A template's components as JSON, for what the form cannot say. */
export function JsonField({
  text,
  error,
  onChange,
}: {
  readonly text: string
  readonly error: string | undefined
  readonly onChange: (text: string) => void
}) {
  return (
    <Textarea
      className={classes.json}
      label="Components"
      description="The provider’s template components, at most 64 KB."
      autosize
      minRows={14}
      maxRows={32}
      spellCheck={false}
      error={error}
      value={text}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
