import { Alert, Group, Stack, Text } from '@mantine/core'
import { createWebhook } from '@messaging/contract/dashboard/webhooks.ts'
import { IconCircleCheck } from '@tabler/icons-react'
import type * as v from 'valibot'
import { useAction } from '../api/use-action.ts'
import { LinkButton } from '../ui/link-button.tsx'
import { Page } from '../ui/page.tsx'
import { SecretBox } from '../ui/secret-box.tsx'
import { WebhookForm } from './webhook-form.tsx'
import { isEventBus, type WebhookValues, webhookInput } from './webhook-values.ts'

const CRUMBS = [{ label: 'Endpoints', link: { to: '/webhooks' } }] as const
const EMPTY: WebhookValues = { name: '', url: '', events: ['message.received'], numbers: 'all', headers: [] }

export function NewWebhookPage() {
  const creating = useAction(createWebhook)
  if (creating.data) return <Created {...creating.data} />
  return (
    <Page title="New endpoint" crumbs={CRUMBS}>
      <WebhookForm
        initial={EMPTY}
        submit="Create endpoint"
        isPending={creating.isPending}
        error={creating.error}
        onSubmit={(values, onError) => creating.mutate({ body: webhookInput(values) }, { onError })}
      />
    </Page>
  )
}

function Created({ id, name, url, secret }: v.InferOutput<typeof createWebhook.response>) {
  const isBus = isEventBus(url)
  return (
    <Page title="Endpoint created" crumbs={CRUMBS}>
      <Alert
        color="green"
        icon={<IconCircleCheck aria-hidden />}
        title={isBus ? 'Add a rule to the bus' : 'Use this secret to verify signatures'}
        maw="36rem"
      >
        <Stack gap="sm">
          {isBus ? (
            <Text size="sm">
              The endpoint’s page has an event pattern. Rules of the bus with it match only the events of {name}.
            </Text>
          ) : (
            <>
              <Text size="sm">
                Each delivery to {name} is signed in the header X-Service-Signature. Keep the secret private. You can
                view it again on the endpoint’s page.
              </Text>
              <SecretBox value={secret} label="signing secret" />
            </>
          )}
          <Group gap="xs">
            <LinkButton to="/webhooks/$id" params={{ id }}>
              Open endpoint
            </LinkButton>
            <LinkButton to="/webhooks/events" variant="default">
              {isBus ? 'Examples of the events' : 'Code that verifies signatures'}
            </LinkButton>
          </Group>
        </Stack>
      </Alert>
    </Page>
  )
}
