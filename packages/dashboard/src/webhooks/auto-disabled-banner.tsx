import { Alert, Button, Group, Text } from '@mantine/core'
import { enableWebhook, type Webhook } from '@messaging/contract/webhooks.ts'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useAction } from '../api/use-action.ts'
import { Allowed } from '../ui/allowed.tsx'
import { LinkButton } from '../ui/link-button.tsx'
import { tell, tellError } from '../ui/tell.ts'
import { When } from '../ui/when.tsx'

/** Shown while a webhook is auto-disabled. Its failed deliveries can be replayed. */
export function AutoDisabledBanner({ webhook }: { readonly webhook: Webhook }) {
  const { id, name, disabledAt } = webhook
  const navigate = useNavigate()
  const since = replaySince(disabledAt)
  const enabling = useAction(enableWebhook, {
    onDone: () => {
      tell(`${name} enabled`)
      void navigate({ to: '/webhooks/$id/replay', params: { id }, search: { since } })
    },
  })
  return (
    <Alert
      color="red"
      icon={<IconAlertTriangle aria-hidden />}
      title={`${name} was disabled after 20 failed deliveries in a row`}
    >
      <Text size="sm" mb="sm">
        {disabledAt && (
          <>
            Disabled <When at={disabledAt} />.{' '}
          </>
        )}
        {
          'Events are stored but not sent. Fix the endpoint, send a test event, then enable it and replay the failed deliveries.'
        }
      </Text>
      <Group gap="xs">
        <Allowed endpoint={enableWebhook}>
          <Button
            size="xs"
            loading={enabling.isPending}
            onClick={() => enabling.mutate({ params: { id } }, { onError: tellError })}
          >
            Enable and replay failed deliveries
          </Button>
        </Allowed>
        <LinkButton to="/deliveries" search={{ webhookId: id, status: 'failed' }} size="xs" variant="default">
          View failed deliveries
        </LinkButton>
      </Group>
    </Alert>
  )
}

/** Time before the disabling, to include the failures that caused it. */
const LEAD_MS = 24 * 3_600_000

/** Returns the replay start time (ISO 8601) of a webhook that was disabled at `disabledAt`; undefined for null. */
function replaySince(disabledAt: string | null): string | undefined {
  return disabledAt === null ? undefined : new Date(Date.parse(disabledAt) - LEAD_MS).toISOString()
}
