import { NativeSelect, TextInput } from '@mantine/core'
import type { GetInputPropsReturnType } from '@mantine/form'
import { Hint } from '../../ui/text.tsx'
import classes from './composer.module.css'
import { HEADER_HINTS, HEADER_TYPES, type HeaderValues } from './header-values.ts'

const LONGEST_TITLE = 60
const LONGEST_NAME = 240

/** What is above the text of a message with buttons. */
export function HeaderFields({
  type,
  inputProps,
}: {
  readonly type: HeaderValues['type']
  readonly inputProps: (field: keyof HeaderValues) => GetInputPropsReturnType
}) {
  const hasFile = type !== 'none' && type !== 'text'
  return (
    <>
      <div className={classes.header}>
        <NativeSelect size="xs" label="Above the text" data={[...HEADER_TYPES]} {...inputProps('type')} />
        {type === 'text' && (
          <TextInput size="xs" label="Title" dir="auto" maxLength={LONGEST_TITLE} {...inputProps('text')} />
        )}
        {hasFile && (
          <TextInput size="xs" label="URL of the file" placeholder="https://" type="url" {...inputProps('link')} />
        )}
        {type === 'document' && (
          <TextInput
            size="xs"
            label="Name of the document"
            placeholder="What the customer sees, such as Prices.pdf"
            dir="auto"
            maxLength={LONGEST_NAME}
            {...inputProps('filename')}
          />
        )}
      </div>
      {hasFile && <Hint>{HEADER_HINTS[type]}</Hint>}
    </>
  )
}
