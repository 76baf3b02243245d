import { Textarea } from '@mantine/core'
import classes from './template-editor.module.css'

/** A template's components as JSON, for content that the form does not support. */
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
      description="Template components in the provider’s format, at most 64 KB."
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
