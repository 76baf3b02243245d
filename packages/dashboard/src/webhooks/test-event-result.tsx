import { Alert, Group, Text } from '@mantine/core'
import type { Delivery } from '@messaging/contract/dashboard/deliveries.ts'
import { IconSend } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { DeliveryStatus } from '../deliveries/delivery-status.tsx'
import { RetryTimeline } from '../deliveries/retry-timeline.tsx'
import { useDelivery } from '../deliveries/use-delivery.ts'
import { LinkButton } from '../ui/link-button.tsx'
import { Loaded } from '../ui/loaded.tsx'

const COLOURS = { delivered: 'green', failed: 'red', pending: 'gray' } as const

/** The result of a test event. Polls until it is delivered or failed. */
export function TestEventResult({ deliveryId }: { readonly deliveryId: string }) {
  const navigate = useNavigate()
  const query = useDelivery(deliveryId)
  return (
    <Alert
      color={COLOURS[query.data?.status ?? 'pending']}
      icon={<IconSend aria-hidden />}
      title="Test event"
      withCloseButton
      closeButtonLabel="Hide test event"
      onClose={() => void navigate({ to: '.', search: {}, replace: true })}
    >
      <Loaded query={query} skeleton={<Text size="sm">Sending …</Text>}>
        {(delivery) => <Outcome delivery={delivery} />}
      </Loaded>
    </Alert>
  )
}

function Outcome({ delivery }: { readonly delivery: Delivery }) {
  return (
    <>
      <Group gap="sm" role="status">
        <DeliveryStatus delivery={delivery} />
        <Text size="sm">{delivery.explanation}</Text>
      </Group>
      {delivery.status === 'pending' && <RetryTimeline delivery={delivery} />}
      <LinkButton to="/deliveries/$id" params={{ id: delivery.id }} size="xs" variant="default" mt="sm">
        View delivery
      </LinkButton>
    </>
  )
}
