import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import type { EventName } from '@replywright/contract/envelope.ts'
import { type BulkReplay, replayFailed } from '@replywright/contract/replays.ts'
import { useEffect, useEffectEvent } from 'react'
import { FormError } from '../ui/form-parts.tsx'
import { LinkButton } from '../ui/link-button.tsx'
import { Hint } from '../ui/text.tsx'
import { useAction } from '../ui/use-action.ts'
import { countText, MAX_AGE_MS, periodText } from './since-choices.ts'

const REFUSAL_TEXTS = { disabled: 'Endpoint disabled. Enable it to replay.', running: 'Another replay is running.' }

interface Filter {
  readonly webhookId?: string | undefined
  readonly event?: EventName | undefined
  readonly since?: string | undefined
  readonly until?: string | undefined
}

/** Counts the failed deliveries of a filter, replays them after a confirmation, and links to the progress. */
export function BulkReplayDialog({ filter, onClose }: { readonly filter: Filter; readonly onClose: () => void }) {
  const counting = useAction(replayFailed)
  const starting = useAction(replayFailed)
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
    <Modal opened onClose={onClose} title="Replay all failed deliveries">
      <Stack>
        <Text>
          Sends every delivery that failed {periodText(filter.since, filter.until)}, matches the other filters and was
          not replayed yet, as a new delivery.{filter.event === undefined && ' Test events are left out.'}
        </Text>
        {counting.isPending && <Text>Counting …</Text>}
        {parts?.length === 0 && <Text>No failed deliveries to replay.</Text>}
        {parts && parts.length > 0 && (
          <ul>
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
          {!starting.isSuccess && !counting.isError && (
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
    </Modal>
  )
}

function BulkPart({ part }: { readonly part: BulkReplay['webhooks'][number] }) {
  const { webhookId, webhookName, count, orMore, refusal, replay } = part
  return (
    <Group
      component="li"
      justify="space-between"
      wrap="nowrap"
      py={8}
      fz="sm"
      style={{ borderTop: '1px solid var(--line)' }}
    >
      <span>
        <strong>{webhookName}</strong> {countText(count, orMore)}
        {refusal && <Hint>{REFUSAL_TEXTS[refusal]}</Hint>}
        {replay && <Hint role="status">Replay started</Hint>}
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
    </Group>
  )
}
