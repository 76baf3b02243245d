import { Alert, Group, Stack, Text } from '@mantine/core'
import { createWebhook } from '@messaging/contract/dashboard/webhooks.ts'
import { IconCircleCheck } from '@tabler/icons-react'
import { useAction } from '../api/use-action.ts'
import { LinkButton } from '../ui/link-button.tsx'
import { Page } from '../ui/page.tsx'
import { SecretBox } from '../ui/secret-box.tsx'
import { WebhookForm } from './webhook-form.tsx'
import { words } from './words.ts'

const CRUMBS = [{ label: words.titles.list, link: { to: '/webhooks' } }] as const
const EMPTY = { name: '', url: '', events: ['message.received'], numbers: 'all' } as const

export function NewWebhookPage() {
  const creating = useAction(createWebhook)
  if (creating.data) return <Created id={creating.data.id} name={creating.data.name} secret={creating.data.secret} />
  return (
    <Page title={words.titles.create} crumbs={CRUMBS}>
      <WebhookForm
        initial={EMPTY}
        submit={words.form.add}
        isPending={creating.isPending}
        error={creating.error}
        onSubmit={(body, onError) => creating.mutate({ body }, { onError })}
      />
    </Page>
  )
}

function Created({ id, name, secret }: { readonly id: string; readonly name: string; readonly secret: string }) {
  return (
    <Page title={words.titles.created} crumbs={CRUMBS}>
      <Alert color="green" icon={<IconCircleCheck aria-hidden />} title={words.created.title} maw="36rem">
        <Stack gap="sm">
          <Text size="sm">{words.created.text(name)}</Text>
          <SecretBox value={secret} label={words.secret.label} />
          <Group gap="xs">
            <LinkButton to="/webhooks/$id" params={{ id }}>
              {words.created.open}
            </LinkButton>
            <LinkButton to="/webhooks/events" variant="default">
              {words.created.verify}
            </LinkButton>
          </Group>
        </Stack>
      </Alert>
    </Page>
  )
}
