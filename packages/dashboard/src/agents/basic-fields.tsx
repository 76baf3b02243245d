import { Textarea, TextInput } from '@mantine/core'
import type { GetInputPropsReturnType } from '@mantine/form'

/** The form of an agent, stored or new. */
interface Form {
  readonly getInputProps: (field: string) => GetInputPropsReturnType
}

/** The fields of a new agent. */
export const NEW_AGENT = { name: '', description: '', systemPrompt: '', firstMessage: '' }

export function NameFields({ form }: { readonly form: Form }) {
  return (
    <>
      <TextInput label="Name" required {...form.getInputProps('name')} />
      <TextInput
        label="Description"
        description="Visible only to your organisation."
        {...form.getInputProps('description')}
      />
    </>
  )
}

export function FirstMessageField({ form }: { readonly form: Form }) {
  return (
    <Textarea
      label="First message"
      description="Optional. Sent before the first reply."
      autosize
      minRows={2}
      {...form.getInputProps('firstMessage')}
    />
  )
}
