import { Button, Group, Stack, Text } from '@mantine/core'
import { bulkReplay } from '@messaging/contract/dashboard/replays.ts'
import type { EventName } from '@messaging/contract/envelope.ts'
import type { BulkReplay } from '@messaging/contract/replays.ts'
import { useEffect, useEffectEvent } from 'react'
import { useAction } from '../api/use-action.ts'
import { Dialog } from '../ui/dialog.tsx'
import { FormError } from '../ui/form-error.tsx'
import { LinkButton } from '../ui/link-button.tsx'
import classes from './bulk-replay-dialog.module.css'
import { countText, MAX_AGE_MS, periodText } from './since-choices.ts'

const REFUSAL_TEXTS = {
  disabled: 'Endpoint disabled. Enable it to replay.',
  running: 'Another replay is running.',
}

interface Filter {
  readonly webhookId?: string | undefined
  readonly event?: EventName | undefined
  readonly since?: string | undefined
  readonly until?: string | undefined
}

/** Counts the failed deliveries of a filter, replays them after a confirmation, and links to the progress. */
export function BulkReplayDialog({ filter, onClose }: { readonly filter: Filter; readonly onClose: () => void }) {
  const counting = useAction(bulkReplay)
  const starting = useAction(bulkReplay)
  const bodyOf = (dryRun: boolean) => ({
    dryRun,
    since: filter.since ?? new Date(Date.now() - MAX_AGE_MS).toISOString(),
    ...(filter.until && { until: filter.until }),
    ...(filter.event && { event: filter.event }),
    ...(filter.webhookId && { webhookId: filter.webhookId }),
  })
  const count = useEffectEvent(() => counting.mutate({ body: bodyOf(true) }))
  useEffect(() => count(), [])
  const parts = (starting.data ?? counting.data)?.webhooks
  const orMore = (parts ?? []).some((part) => !part.refusal && part.orMore)
  const total = (parts ?? []).reduce((sum, part) => sum + (part.refusal ? 0 : part.count), 0)
  return (
    <Dialog opened onClose={onClose} title="Replay all failed deliveries">
      <Stack>
        <Text size="sm">
          Sends every delivery that failed {periodText(filter.since, filter.until)}, matches the other filters and was
          not replayed yet, as a new delivery.{filter.event === undefined && ' Test events are left out.'}
        </Text>
        {counting.isPending && <Text size="sm">Counting …</Text>}
        {parts?.length === 0 && <Text size="sm">No failed deliveries to replay.</Text>}
        {parts && parts.length > 0 && (
          <ul className={classes.parts}>
            {parts.map((part) => (
              <BulkPart key={part.webhookId} part={part} />
            ))}
          </ul>
        )}
        <FormError error={starting.error ?? counting.error} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {starting.isSuccess ? 'Close' : 'Cancel'}
          </Button>
          {!starting.isSuccess && (
            <Button
              disabled={total === 0}
              loading={starting.isPending}
              onClick={() => starting.mutate({ body: bodyOf(false) })}
            >
              {parts ? `Replay ${countText(total, orMore)}` : 'Counting …'}
            </Button>
          )}
        </Group>
      </Stack>
    </Dialog>
  )
}

function BulkPart({ part }: { readonly part: BulkReplay['webhooks'][number] }) {
  const { webhookId, webhookName, count, orMore, refusal, replay } = part
  return (
    <li className={classes.part}>
      <span>
        <strong>{webhookName}</strong> {countText(count, orMore)}
        {refusal && (
          <Text size="xs" c="dimmed">
            {REFUSAL_TEXTS[refusal]}
          </Text>
        )}
        {replay && (
          <Text size="xs" c="dimmed" role="status">
            Replay started
          </Text>
        )}
      </span>
      {(replay || refusal === 'running') && (
        <LinkButton to="/webhooks/$id/replay" params={{ id: webhookId }} size="xs" variant="default">
          View progress
        </LinkButton>
      )}
      {refusal === 'disabled' && (
        <LinkButton to="/webhooks/$id" params={{ id: webhookId }} size="xs" variant="default">
          Open endpoint
        </LinkButton>
      )}
    </li>
  )
}
