import { Stack, Textarea, TextInput } from '@mantine/core'
import type { AgentForm } from './agent-form.ts'
import { IcebreakersField } from './icebreakers-field.tsx'
import { ModelField } from './model-field.tsx'

export function InstructionsSection({ form }: { readonly form: AgentForm }) {
  return (
    <Stack>
      <TextInput label="Name" required {...form.getInputProps('name')} />
      <TextInput
        label="Description"
        description="Visible only to your organisation."
        {...form.getInputProps('description')}
      />
      <ModelField form={form} />
      <Textarea
        label="Instructions"
        description="The system prompt: the agent’s role, knowledge, tone and limits."
        autosize
        minRows={8}
        maxRows={28}
        {...form.getInputProps('systemPrompt')}
      />
      <Textarea
        label="First message"
        description="Optional. Sent before the first reply."
        autosize
        minRows={2}
        {...form.getInputProps('firstMessage')}
      />
      <IcebreakersField form={form} />
    </Stack>
  )
}
