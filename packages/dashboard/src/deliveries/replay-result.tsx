import { Alert, Group, Text } from '@mantine/core'
import { IconRotateClockwise } from '@tabler/icons-react'
import { LinkButton } from '../ui/link-button.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { DeliveryStatus } from './delivery-status.tsx'
import { useDelivery } from './use-delivery.ts'

const COLOURS = { delivered: 'green', failed: 'red', pending: 'gray' } as const

/** The state of a replay that was just started, on the page of the original. Polls until it ends. */
export function ReplayResult({ id }: { readonly id: string }) {
  const query = useDelivery(id)
  return (
    <Alert
      my="md"
      color={COLOURS[query.data?.status ?? 'pending']}
      icon={<IconRotateClockwise aria-hidden />}
      title="Replay"
    >
      <Loaded query={query} skeleton={<Text size="sm">Pending</Text>}>
        {(copy) => (
          <>
            <Group gap="sm" role="status">
              <DeliveryStatus delivery={copy} />
              <Text size="sm">{copy.explanation}</Text>
            </Group>
            {copy.fix && <Text size="sm">{copy.fix}</Text>}
            <LinkButton to="/deliveries/$id" params={{ id }} size="xs" variant="default" mt="xs">
              Open the replay
            </LinkButton>
          </>
        )}
      </Loaded>
    </Alert>
  )
}
