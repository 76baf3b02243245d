import { Alert, Group, Stack, Text } from '@mantine/core'
import { createWebhook } from '@messaging/contract/dashboard/webhooks.ts'
import { IconCircleCheck } from '@tabler/icons-react'
import { useAction } from '../api/use-action.ts'
import { LinkButton } from '../ui/link-button.tsx'
import { Page } from '../ui/page.tsx'
import { SecretBox } from '../ui/secret-box.tsx'
import { WebhookForm, type WebhookValues, webhookInput } from './webhook-form.tsx'

const CRUMBS = [{ label: 'Endpoints', link: { to: '/webhooks' } }] as const
const EMPTY: WebhookValues = { name: '', url: '', events: ['message.received'], numbers: 'all', headers: [] }

export function NewWebhookPage() {
  const creating = useAction(createWebhook)
  if (creating.data) return <Created id={creating.data.id} name={creating.data.name} secret={creating.data.secret} />
  return (
    <Page title="Add endpoint" crumbs={CRUMBS}>
      <WebhookForm
        initial={EMPTY}
        submit="Add endpoint"
        isPending={creating.isPending}
        error={creating.error}
        onSubmit={(values, onError) => creating.mutate({ body: webhookInput(values) }, { onError })}
      />
    </Page>
  )
}

function Created({ id, name, secret }: { readonly id: string; readonly name: string; readonly secret: string }) {
  return (
    <Page title="Endpoint created" crumbs={CRUMBS}>
      <Alert
        color="green"
        icon={<IconCircleCheck aria-hidden />}
        title="Use this secret to verify signatures"
        maw="36rem"
      >
        <Stack gap="sm">
          <Text size="sm">
            Each delivery to {name} is signed in the header X-Service-Signature. Keep the secret private. You can view
            it again on the endpoint’s page.
          </Text>
          <SecretBox value={secret} label="signing secret" />
          <Group gap="xs">
            <LinkButton to="/webhooks/$id" params={{ id }}>
              Open endpoint
            </LinkButton>
            <LinkButton to="/webhooks/events" variant="default">
              Code that verifies signatures
            </LinkButton>
          </Group>
        </Stack>
      </Alert>
    </Page>
  )
}
