import { Alert, type AlertProps, Group, Text } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'
import { LinkButton } from '../ui/link-button.tsx'
import { Loaded } from '../ui/page.tsx'
import { DeliveryStatus } from './delivery-status.tsx'
import { RetryTimeline } from './retry-timeline.tsx'
import { useDelivery } from './use-delivery.ts'

const COLOURS = { delivered: 'green', failed: 'red', pending: 'gray' } as const

/** The state of a delivery that was just created, on another page. Polls until it is delivered or failed. */
export function DeliveryAlert({
  id,
  icon: Sign,
  waiting,
  link,
  ...props
}: Omit<AlertProps, 'icon'> & {
  readonly id: string
  readonly icon: Icon
  /** Shown until the state is known. */
  readonly waiting: string
  /** The label of the link to the delivery. */
  readonly link: string
}) {
  const query = useDelivery(id)
  return (
    <Alert color={COLOURS[query.data?.status ?? 'pending']} icon={<Sign aria-hidden />} {...props}>
      <Loaded query={query} skeleton={<Text>{waiting}</Text>}>
        {(delivery) => (
          <>
            <Group gap="sm" role="status">
              <DeliveryStatus delivery={delivery} />
              <Text>{delivery.explanation}</Text>
            </Group>
            {delivery.fix && <Text>{delivery.fix}</Text>}
            {delivery.status === 'pending' && <RetryTimeline delivery={delivery} />}
            <LinkButton to="/deliveries/$id" params={{ id }} size="xs" variant="default" mt="sm">
              {link}
            </LinkButton>
          </>
        )}
      </Loaded>
    </Alert>
  )
}
