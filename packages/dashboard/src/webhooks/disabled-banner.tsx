import { Alert, Button, Group, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { enableWebhook, type Webhook } from '@messaging/contract/webhooks.ts'
import { IconAlertTriangle } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useDelivery } from '../deliveries/use-delivery.ts'
import { Allowed } from '../ui/allowed.tsx'
import { LinkButton } from '../ui/link-button.tsx'
import { When } from '../ui/when.tsx'
import { EnableDialog } from './enable-dialog.tsx'

/** Says why a webhook is disabled. Enables it, and replays its failed deliveries. */
export function DisabledBanner({ webhook }: { readonly webhook: Webhook }) {
  const { id, name, disabledAt, disabledReason, health } = webhook
  const isAutomatic = disabledReason === 'consecutive_failures'
  const [isOpen, { open, close }] = useDisclosure()
  return (
    <Alert
      color="red"
      icon={<IconAlertTriangle aria-hidden />}
      title={isAutomatic ? `${name} was disabled after 20 failed deliveries in a row` : `${name} is disabled`}
    >
      {isAutomatic && health.lastFailureId !== null && <LastFailure id={health.lastFailureId} />}
      <Text size="sm" mb="sm">
        {disabledAt && (
          <>
            Disabled <When at={disabledAt} />.{' '}
          </>
        )}
        Events are stored but not sent. Fix the endpoint, and send a test event. Then enable it and replay the failed
        deliveries.
      </Text>
      <Group gap="xs">
        <Allowed endpoint={enableWebhook}>
          <Button size="xs" onClick={open}>
            Enable …
          </Button>
        </Allowed>
        <LinkButton
          to="/deliveries"
          search={{ webhookId: id, status: 'failed', tests: 'hidden', until: disabledAt ?? undefined }}
          size="xs"
          variant="default"
        >
          View the failures before
        </LinkButton>
      </Group>
      <EnableDialog webhook={webhook} opened={isOpen} onClose={close} />
    </Alert>
  )
}

/** The endpoint's last response, or why there was none, and how to fix it. */
function LastFailure({ id }: { readonly id: string }) {
  const { data } = useDelivery(id)
  if (!data) return null
  return (
    <Text size="sm" component="div" mb="xs">
      <strong>Last failure:</strong> {data.explanation} {data.fix} {data.finishedAt && <When at={data.finishedAt} />} ·{' '}
      <Link to="/deliveries/$id" params={{ id }}>
        View delivery
      </Link>
    </Text>
  )
}
