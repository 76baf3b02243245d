import { Alert, Group, Stack, Text } from '@mantine/core'
import { createWebhook } from '@messaging/contract/dashboard/webhooks.ts'
import { IconCircleCheck } from '@tabler/icons-react'
import { useAction } from '../api/use-action.ts'
import { LinkButton } from '../ui/link-button.tsx'
import { Page } from '../ui/page.tsx'
import { SecretBox } from '../ui/secret-box.tsx'
import { WebhookForm } from './webhook-form.tsx'

const CRUMBS = [{ label: 'Endpoints', link: { to: '/webhooks' } }] as const
const NOTHING = { name: '', url: '', events: ['message.received'], numbers: 'all' } as const

export function NewWebhookPage() {
  const creating = useAction(createWebhook)
  if (creating.data) return <Created id={creating.data.id} name={creating.data.name} secret={creating.data.secret} />
  return (
    <Page title="Add endpoint" crumbs={CRUMBS}>
      <WebhookForm
        initial={NOTHING}
        submit="Add endpoint"
        isPending={creating.isPending}
        error={creating.error}
        onSubmit={(body, onError) => creating.mutate({ body }, { onError })}
      />
    </Page>
  )
}

function Created({ id, name, secret }: { readonly id: string; readonly name: string; readonly secret: string }) {
  return (
    <Page title={`${name} is ready`} crumbs={CRUMBS}>
      <Alert
        color="green"
        icon={<IconCircleCheck aria-hidden />}
        title="Verify what arrives with this signing secret"
        maw="36rem"
      >
        <Stack gap="sm">
          <Text size="sm">
            Each delivery carries <code>X-Service-Signature</code>, made with it. Keep it where only your endpoint can
            read it; you can see it here again at any time.
          </Text>
          <SecretBox value={secret} label="signing secret" />
          <Group gap="xs">
            <LinkButton to="/webhooks/$id" params={{ id }}>
              Open endpoint
            </LinkButton>
          </Group>
        </Stack>
      </Alert>
    </Page>
  )
}
