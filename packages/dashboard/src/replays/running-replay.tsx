import { Button, Group, Progress, Stack, Text } from '@mantine/core'
import { cancelReplay, type Replay } from '@messaging/contract/dashboard/replays.ts'
import { IconPlayerStop } from '@tabler/icons-react'
import { useAction } from '../api/use-action.ts'
import { Panel } from '../ui/panel.tsx'
import { tell, tellError } from '../ui/tell.ts'
import { When } from '../ui/when.tsx'

/** How far a replay is; it can be stopped. */
export function RunningReplay({
  replay: { id, webhookId, replayed, total, startedAt, since },
}: {
  readonly replay: Replay
}) {
  const cancelling = useAction(cancelReplay, { onDone: () => tell('Stopped. What was replayed stays so.') })
  const percent = total === 0 ? 100 : Math.min(100, (replayed / total) * 100)
  return (
    <Panel title="Replaying now">
      <Stack gap="sm">
        <Progress value={percent} aria-label="Replayed" />
        <Group justify="space-between" gap="xs">
          <Text size="sm" role="status">
            {replayed.toLocaleString('en')} of {total.toLocaleString('en')} sent again
          </Text>
          <Text size="sm" c="dimmed" component="div">
            What failed since <When at={since} />, begun <When at={startedAt} />
          </Text>
        </Group>
        <div>
          <Button
            size="xs"
            variant="default"
            leftSection={<IconPlayerStop size={14} aria-hidden />}
            loading={cancelling.isPending}
            onClick={() => cancelling.mutate({ params: { id: webhookId, replayId: id } }, { onError: tellError })}
          >
            Stop
          </Button>
        </div>
      </Stack>
    </Panel>
  )
}
