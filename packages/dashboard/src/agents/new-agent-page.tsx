import { Button, Group, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { createAgent } from '@messaging/contract/agents.ts'
import { useNavigate } from '@tanstack/react-router'
import { useAction } from '../api/use-action.ts'
import { Allowed } from '../ui/allowed.tsx'
import { FormError } from '../ui/form-error.tsx'
import { fieldErrors } from '../ui/form-errors.ts'
import { LinkButton } from '../ui/link-button.tsx'
import { Page } from '../ui/page.tsx'
import { UnsavedGuard } from '../ui/unsaved-guard.tsx'
import classes from './new-agent-page.module.css'

const FIELDS = ['name', 'description', 'systemPrompt', 'firstMessage'] as const
const EMPTY = { name: '', description: '', systemPrompt: '', firstMessage: '' }

export function NewAgentPage() {
  const navigate = useNavigate()
  const form = useForm({ initialValues: EMPTY, validate: schemaResolver(createAgent.body, { sync: true }) })
  const creating = useAction(createAgent, {
    onDone: ({ id }) => void navigate({ to: '/agents/$id', params: { id } }),
  })
  return (
    <Page title="Add agent" crumbs={[{ label: 'Agents', link: { to: '/agents' } }]}>
      <UnsavedGuard isDirty={form.isDirty() && !creating.isPending && !creating.isSuccess} />
      <Allowed endpoint={createAgent}>
        <form
          noValidate
          className={classes.form}
          onSubmit={form.onSubmit((body) =>
            creating.mutate({ body }, { onError: (error) => form.setErrors(fieldErrors(error, FIELDS)) }),
          )}
        >
          <Stack>
            <FormError error={creating.error} fields={FIELDS} />
            <TextInput label="Name" required data-autofocus {...form.getInputProps('name')} />
            <TextInput
              label="Description"
              description="Visible only to your organisation."
              {...form.getInputProps('description')}
            />
            <Textarea
              label="Instructions"
              description="Role, knowledge, tone and limits of the agent. For example: You reply to customers of a bicycle shop. Be brief and friendly."
              autosize
              minRows={6}
              maxRows={20}
              {...form.getInputProps('systemPrompt')}
            />
            <Textarea
              label="First message"
              description="Optional. Sent before the first reply."
              autosize
              minRows={2}
              {...form.getInputProps('firstMessage')}
            />
            <Text size="sm" c="dimmed">
              Next, add tools, documents and memory. You can try the agent before you connect it to a number.
            </Text>
            <Group gap="xs">
              <Button type="submit" loading={creating.isPending}>
                Add agent
              </Button>
              <LinkButton to="/agents" variant="default">
                Cancel
              </LinkButton>
            </Group>
          </Stack>
        </form>
      </Allowed>
    </Page>
  )
}
