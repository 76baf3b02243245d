import { Button, Group, Text, Textarea } from '@mantine/core'
import { createAgent } from '@replywright/contract/agents.ts'
import { useNavigate } from '@tanstack/react-router'
import { UnsavedGuard } from '../ui/confirm-dialog.tsx'
import { EndpointForm, useEndpointForm } from '../ui/endpoint-form.tsx'
import { Page } from '../ui/page.tsx'
import { useAction } from '../ui/use-action.ts'
import { EXAMPLE_AGENTS, FirstMessageField, NameFields, NEW_AGENT } from './basic-fields.tsx'

function isSame(one: typeof NEW_AGENT, other: typeof NEW_AGENT): boolean {
  return JSON.stringify(Object.entries(one).toSorted()) === JSON.stringify(Object.entries(other).toSorted())
}

export function NewAgentPage() {
  const navigate = useNavigate()
  const creating = useAction(createAgent, { onDone: ({ id }) => void navigate({ to: '/agents/$id', params: { id } }) })
  const form = useEndpointForm(creating, { initial: NEW_AGENT, rules: createAgent.body, inputOf: (body) => ({ body }) })
  // Another example replaces only what an example filled in.
  const isExample = [NEW_AGENT, ...EXAMPLE_AGENTS].some((example) => isSame(form.values, example))
  return (
    <Page title="New agent" crumbs={[{ label: 'Agents', link: { to: '/agents' } }]}>
      <UnsavedGuard isDirty={form.isDirty() && !creating.isPending && !creating.isSuccess} />
      <EndpointForm form={form} endpoint={createAgent} width="wide" label="Create agent" cancel={{ to: '/agents' }}>
        {isExample && (
          <Group gap="xs">
            <Text>{form.isDirty() ? 'Another example:' : 'Begin with an example:'}</Text>
            {EXAMPLE_AGENTS.map((example) => (
              <Button key={example.name} size="xs" variant="default" onClick={() => form.setValues(example)}>
                {example.name}
              </Button>
            ))}
          </Group>
        )}
        <NameFields form={form} />
        <Textarea
          label="Instructions"
          description="Role, knowledge, tone and limits of the agent. For example: You reply to customers of a bicycle shop. Be brief and friendly."
          minRows={6}
          maxRows={20}
          {...form.getInputProps('systemPrompt')}
        />
        <FirstMessageField form={form} />
        <Text c="dimmed">
          Next, add tools, documents and memory. You can try the agent before you connect it to a number.
        </Text>
      </EndpointForm>
    </Page>
  )
}
