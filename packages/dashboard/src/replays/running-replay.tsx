import { Button, Group, Progress, Stack, Text } from '@mantine/core'
import { cancelReplay } from '@messaging/contract/dashboard/replays.ts'
import type { Replay } from '@messaging/contract/replays.ts'
import { IconPlayerStop } from '@tabler/icons-react'
import { useAction } from '../api/use-action.ts'
import { Allowed } from '../ui/allowed.tsx'
import { Panel } from '../ui/panel.tsx'
import { tell, tellError } from '../ui/tell.ts'
import { When } from '../ui/when.tsx'

/** The progress of a running replay, with a stop button. */
export function RunningReplay({
  replay: { id, webhookId, replayed, total, startedAt, since },
}: {
  readonly replay: Replay
}) {
  const cancelling = useAction(cancelReplay, {
    onDone: () => tell('Replay stopped. Deliveries already replayed are kept.'),
  })
  const percent = total === 0 ? 100 : Math.min(100, (replayed / total) * 100)
  return (
    <Panel title="Running replay">
      <Stack gap="sm">
        <Progress value={percent} aria-label="Replayed" />
        <Group justify="space-between" gap="xs">
          <Text size="sm" role="status">
            {replayed.toLocaleString('en')} of {total.toLocaleString('en')} replayed
          </Text>
          <Text size="sm" c="dimmed" component="div">
            Failed since <When at={since} />, started <When at={startedAt} />
          </Text>
        </Group>
        <div>
          <Allowed endpoint={cancelReplay}>
            <Button
              size="xs"
              variant="default"
              leftSection={<IconPlayerStop size={14} aria-hidden />}
              loading={cancelling.isPending}
              onClick={() => cancelling.mutate({ params: { id: webhookId, replayId: id } }, { onError: tellError })}
            >
              Stop
            </Button>
          </Allowed>
        </div>
      </Stack>
    </Panel>
  )
}
