import { Checkbox } from '@mantine/core'
import { countReplay, startReplay } from '@messaging/contract/dashboard/replays.ts'
import { enableWebhook, type Webhook } from '@messaging/contract/webhooks.ts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { readList } from '../api/read.ts'
import { useAction } from '../api/use-action.ts'
import { countText } from '../replays/since-choices.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { tell } from '../ui/tell.ts'

/** Time before the disabling, to include the failures that caused it. */
const LEAD_MS = 24 * 3_600_000

/** Enables a webhook, and replays what failed since the day before it was disabled if the user wants that. */
export function EnableDialog({
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
  const { data } = useQuery({ ...readList(countReplay, { params, query: { since } }), enabled: opened })
  const starting = useAction(startReplay, {
    onDone: () => navigate({ to: '/webhooks/$id/replay', params, search: { since } }),
  })
  const enabling = useAction(enableWebhook, {
    onDone: async () => {
      if (isReplaying && data !== undefined && data.count > 0) await starting.mutateAsync({ params, body: { since } })
      onClose()
      tell(`${name} enabled`)
    },
  })
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={`Enable ${name}?`}
      confirm={isReplaying && data?.count !== 0 ? 'Enable and replay' : 'Enable'}
      onConfirm={() => enabling.mutate({ params })}
      isPending={enabling.isPending || data === undefined}
      error={enabling.error}
    >
      {data?.count === 0 ? (
        'It receives new events again. No failed deliveries to replay.'
      ) : (
        <Checkbox
          label={data ? `Replay ${countText(data.count, data.orMore)} without test events` : 'Counting …'}
          checked={isReplaying}
          onChange={({ currentTarget }) => setReplaying(currentTarget.checked)}
        />
      )}
    </ConfirmDialog>
  )
}
