import { Stack, Textarea, TextInput } from '@mantine/core'
import { words } from '../words.ts'
import type { AgentForm } from './agent-form.ts'
import { IcebreakersField } from './icebreakers-field.tsx'
import { ModelField } from './model-field.tsx'

export function InstructionsSection({ form }: { readonly form: AgentForm }) {
  return (
    <Stack>
      <TextInput label={words.instructionsSection.name} required {...form.getInputProps('name')} />
      <TextInput
        label={words.instructionsSection.description}
        description={words.instructionsSection.visibleOnlyToYour}
        {...form.getInputProps('description')}
      />
      <ModelField form={form} />
      <Textarea
        label={words.instructionsSection.instructions}
        description={words.instructionsSection.theSystemPromptThe}
        autosize
        minRows={8}
        maxRows={28}
        {...form.getInputProps('systemPrompt')}
      />
      <Textarea
        label={words.instructionsSection.firstMessage}
        description={words.instructionsSection.optionalSentBeforeThe}
        autosize
        minRows={2}
        {...form.getInputProps('firstMessage')}
      />
      <IcebreakersField form={form} />
    </Stack>
  )
}
