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
import { words } from './words.ts'

const FIELDS = ['name', 'description', 'systemPrompt', 'firstMessage'] as const
const EMPTY = { name: '', description: '', systemPrompt: '', firstMessage: '' }

export function NewAgentPage() {
  const navigate = useNavigate()
  const form = useForm({ initialValues: EMPTY, validate: schemaResolver(createAgent.body, { sync: true }) })
  const creating = useAction(createAgent, {
    onDone: ({ id }) => void navigate({ to: '/agents/$id', params: { id } }),
  })
  return (
    <Page title={words.newAgentPage.addAgent} crumbs={[{ label: words.newAgentPage.agents, link: { to: '/agents' } }]}>
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
            <TextInput label={words.newAgentPage.name} required data-autofocus {...form.getInputProps('name')} />
            <TextInput
              label={words.newAgentPage.description}
              description={words.newAgentPage.visibleOnlyToYour}
              {...form.getInputProps('description')}
            />
            <Textarea
              label={words.newAgentPage.instructions}
              description={words.editor.instructionsExample}
              autosize
              minRows={6}
              maxRows={20}
              {...form.getInputProps('systemPrompt')}
            />
            <Textarea
              label={words.newAgentPage.firstMessage}
              description={words.newAgentPage.optionalSentBeforeThe}
              autosize
              minRows={2}
              {...form.getInputProps('firstMessage')}
            />
            <Text size="sm" c="dimmed">
              {words.newAgentPage.nextAddToolsDocuments}
            </Text>
            <Group gap="xs">
              <Button type="submit" loading={creating.isPending}>
                {words.newAgentPage.addAgent}
              </Button>
              <LinkButton to="/agents" variant="default">
                {words.newAgentPage.cancel}
              </LinkButton>
            </Group>
          </Stack>
        </form>
      </Allowed>
    </Page>
  )
}
