import { Alert, Button, Checkbox, Group, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { countReplay, startReplay } from '@replywright/contract/dashboard/replays.ts'
import { enableWebhook, type Webhook } from '@replywright/contract/webhooks.ts'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { readList } from '../api/call.ts'
import { useDelivery } from '../deliveries/use-delivery.ts'
import { countText } from '../replays/since-choices.ts'
import { Allowed } from '../ui/allowed.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { LinkButton } from '../ui/link-button.tsx'
import { tellError } from '../ui/notices.tsx'
import { useAction } from '../ui/use-action.ts'
import { When } from '../ui/when.tsx'

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
      <Text mb="sm">
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
    <Text component="div" mb="xs">
      <strong>Last failure:</strong> {data.explanation} {data.fix} {data.finishedAt && <When at={data.finishedAt} />} ·{' '}
      <Link to="/deliveries/$id" params={{ id }}>
        View delivery
      </Link>
    </Text>
  )
}

/** Time before the disabling, to include the failures that caused it. */
const LEAD_MS = 24 * 3_600_000

/** Enables a webhook, and replays what failed since the day before it was disabled if the user wants that. */
function EnableDialog({
  webhook: { id, name, disabledAt, createdAt },
  opened,
  onClose,
}: {
  readonly webhook: Webhook
  readonly opened: boolean
  readonly onClose: () => void
}) {
  const navigate = useNavigate()
  const [isReplaying, setReplaying] = useState(true)
  const since = new Date(Date.parse(disabledAt ?? createdAt) - LEAD_MS).toISOString()
  const params = { id }
  const { data, error } = useQuery({ ...readList(countReplay, { params, query: { since } }), enabled: opened })
  const isCounting = data === undefined && error === null
  const hasFailures = isCounting || (data !== undefined && data.count > 0)
  const starting = useAction(startReplay, {
    onDone: () => navigate({ to: '/webhooks/$id/replay', params, search: { since } }),
  })
  const enabling = useAction(enableWebhook, {
    done: `${name} enabled`,
    onDone: async () => {
      onClose()
      // The endpoint stays enabled if the replay does not start.
      if (isReplaying && hasFailures) await starting.mutateAsync({ params, body: { since } }).catch(tellError)
    },
  })
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={`Enable ${name}?`}
      confirm={isReplaying && hasFailures ? 'Enable and replay' : 'Enable'}
      onConfirm={() => enabling.mutate({ params })}
      isPending={enabling.isPending || isCounting}
      error={enabling.error ?? (data ? null : error)}
    >
      {!hasFailures ? (
        `It receives new events again.${data ? ' No failed deliveries to replay.' : ''}`
      ) : (
        <Checkbox
          label={data ? `Replay ${countText(data.count, data.orMore)}` : 'Counting …'}
          description="Test events are not replayed."
          checked={isReplaying}
          onChange={({ currentTarget }) => setReplaying(currentTarget.checked)}
        />
      )}
    </ConfirmDialog>
  )
}
