import { Stack, Textarea, TextInput } from '@mantine/core'
import type { AgentForm } from './agent-form.ts'
import { IcebreakersField } from './icebreakers-field.tsx'
import { ModelField } from './model-field.tsx'

/** Who the agent is and how it answers. */
export function InstructionsSection({ form }: { readonly form: AgentForm }) {
  return (
    <Stack>
      <TextInput label="Name" required {...form.getInputProps('name')} />
      <TextInput
        label="Description"
        description="For you and your colleagues."
        {...form.getInputProps('description')}
      />
      <ModelField form={form} />
      <Textarea
        label="Instructions"
        description="The system prompt: who the agent is, what it knows, how it speaks, what it must not do."
        autosize
        minRows={8}
        maxRows={28}
        {...form.getInputProps('systemPrompt')}
      />
      <Textarea
        label="First message"
        description="Sent before the first answer of a session. Empty: none."
        autosize
        minRows={2}
        {...form.getInputProps('firstMessage')}
      />
      <IcebreakersField form={form} />
    </Stack>
  )
}
